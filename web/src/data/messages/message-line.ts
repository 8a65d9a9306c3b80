/** The name in bold on top of a signed message. */
const signature = /^\*[^*\n]{1,100}:\*\s/;

/** No line is wider. What is behind it is not looked at: a customer may write thousands of marks that are not closed. */
const lineMax = 500;

/** What a message says as one line: without formatting marks, and without our signature. */
export function messageLine(body: string, fromMe: boolean): string {
  return (fromMe ? body.replace(signature, '') : body)
    .slice(0, lineMax)
    .replace(/\s+/g, ' ')
    .replace(/(^|[\s(])([*_~]|```)(\S(?:.*?\S)?)\2(?=$|[\s.,;:!?)])/g, '$1$3')
    .trim();
}
