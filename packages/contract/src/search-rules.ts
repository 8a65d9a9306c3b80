/** The longest text that can be searched for. */
export const searchMax = 200;
