/** The makers of panels by which Guard reads codes differently. `other` has the meanings of the standards. */
export const PANEL_MAKERS = ['ajax', 'jfl', 'paradox', 'other'] as const;

export type PanelMaker = (typeof PANEL_MAKERS)[number];
