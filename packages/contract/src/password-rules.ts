/** A password that is set by a code from a mail: at least 8 characters, with an upper-case letter, a lower-case letter and a digit. */
export const strongPassword = /^(?=.*\p{Lu})(?=.*\p{Ll})(?=.*\d).{8,50}$/u;

/** For how many minutes a code sets another password. */
export const resetMinutes = 15;

/** A code from a mail: two groups of four letters or digits, in upper or lower case, with or without the dash. */
export const resetCode = /^[A-Za-z0-9]{4}-?[A-Za-z0-9]{4}$/;

/** The form in which codes are compared. */
export function plainCode(code: string): string {
  return code.replace(/[-\s]/g, '').toUpperCase();
}

/** A code of an authenticator app, or a recovery code. */
export const secondFactorCode = /^(?:\d{6}|[A-Za-z0-9]{4}-?[A-Za-z0-9]{4})$/;
