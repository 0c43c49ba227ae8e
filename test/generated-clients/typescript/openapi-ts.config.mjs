export default {
  input: process.env.GUARD_DOCUMENT,
  output: 'client',
  plugins: [
    '@hey-api/client-fetch',
    '@hey-api/typescript',
    // Without this option, it takes UTC only as `Z`.
    { name: 'zod', dates: { offset: true } },
    { name: '@hey-api/sdk', validator: true },
  ],
};
