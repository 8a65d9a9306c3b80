/** A field with `field-sizing: content` grows with its text. Measuring it, as other browsers need, lays out the page again for each letter. */
export const growsByItself = globalThis.CSS?.supports?.('field-sizing', 'content') ?? false;
