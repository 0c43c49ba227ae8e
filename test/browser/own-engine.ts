// A local server leaves the address of its engine in the environment, where the next file of this worker would find it.
delete process.env['DYNAMODB_ENDPOINT'];
