/** The most files of a list. */
export const fileOptionsMax = 20;
