/** The port on which receivers listen by default, TCP and UDP: most panels suggest it for SIA DC-09. */
export const PANEL_PORT = 3061;
