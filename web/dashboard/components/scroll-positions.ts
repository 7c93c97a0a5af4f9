/** How far each entry of the history was scrolled. */
export const scrollPositions = new Map<string, number>();
