/** The families of a user's operations. */
export const families: string;
