/** What a report says about an area: it was opened, closed, or closed with people inside. */
export const OPENING_STATES = ['open', 'closed', 'partial'] as const;
