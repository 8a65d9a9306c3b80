// Templates of the Cloud API: what has to be filled in, whether one may be sent, and how it looks to the customer. Pure, and shared: the
// browser previews by it, the server refuses by it before anything reaches Meta.
import { accept, refuse, type Verdict } from './errors.ts';
import { channelTakes, type MediaKind } from './media-rules.ts';

export const templateStatuses = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED', 'OTHER'] as const;
/** Meta's status; `OTHER` for those in which nothing can be done here, e.g. while it is being deleted. Only `APPROVED` can be sent. */
export type TemplateStatus = (typeof templateStatuses)[number];

export const templateCategories = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;
export type TemplateCategory = (typeof templateCategories)[number];

export const templateQualities = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const;
export type TemplateQuality = (typeof templateQualities)[number];

export const templateMedia = ['IMAGE', 'VIDEO', 'DOCUMENT'] as const;
export type TemplateMedia = (typeof templateMedia)[number];

export const templateButtonTypes = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'OTP'] as const;
export type TemplateButton = {
  type: (typeof templateButtonTypes)[number];
  text: string;
  /** The address of `URL`, perhaps with a variable at its end; the number of `PHONE_NUMBER`. */
  value: string | null;
};

/** The components of a template. */
export type TemplateContent = {
  header: { format: 'TEXT'; text: string } | { format: TemplateMedia } | null;
  body: string;
  footer: string | null;
  buttons: TemplateButton[];
  /** Meta's name of a component that cannot be sent from here, e.g. `CAROUSEL`; null if all can. */
  unsupported: string | null;
};

/** A variable to fill in. `media` takes the https address of a file, or `attachedFile`; `code` a coupon code. */
export type TemplateSlot = { key: string; part: 'header' | 'body' | 'button'; kind: 'text' | 'media' | 'code'; name: string };

/** The value of a `media` variable that stands for the file attached to what is sent: the one of the campaign, the schedule or the request. */
export const attachedFile = 'attachment';

/** Which template to send, and the values of its variables by the key of their slot. Schedules and campaigns store it as it is. */
export type TemplateChoice = { name: string; language: string; variables: Readonly<Record<string, string>> };

/** A template with its variables filled in, as the customer sees it. */
export type TemplateText = {
  header: string | null;
  /** What stands above the text; null if nothing does. The link is empty where that is the attached file. */
  media: { kind: TemplateMedia; link: string } | null;
  body: string;
  footer: string | null;
  buttons: string[];
};

/** What is handed to Meta when a template is sent: its variables, part by part. `name` of a numbered variable is null. */
export type TemplateParameters = {
  header:
    | { kind: 'text'; name: string | null; text: string }
    | { kind: TemplateMedia; link: string }
    | { kind: TemplateMedia; attached: true }
    | null;
  body: { name: string | null; text: string }[];
  buttons: { index: number; kind: 'url' | 'copy_code'; text: string }[];
};

/** The longest body, variables filled in. Source: Meta. */
export const templateBodyMax = 1024;
/** The longest value of a variable. */
export const templateValueMax = 1024;
/** The most variables of one template. */
export const templateSlotsMax = 60;

const variable = /\{\{\s*(\w{1,60})\s*\}\}/g;

/** The variables of a template, in the order in which the customer meets them. */
export function templateSlots({ header, body, buttons }: Pick<TemplateContent, 'header' | 'body' | 'buttons'>): TemplateSlot[] {
  const slots: TemplateSlot[] = [];
  if (header && header.format !== 'TEXT') slots.push({ key: 'header.media', part: 'header', kind: 'media', name: header.format });
  if (header?.format === 'TEXT')
    for (const name of namesIn(header.text)) slots.push({ key: `header.${name}`, part: 'header', kind: 'text', name });
  for (const name of namesIn(body)) slots.push({ key: `body.${name}`, part: 'body', kind: 'text', name });
  for (const [index, { type, text, value }] of buttons.entries()) {
    if (type === 'URL' && namesIn(value ?? '').length > 0) slots.push({ key: `button.${index}`, part: 'button', kind: 'text', name: text });
    if (type === 'COPY_CODE') slots.push({ key: `button.${index}`, part: 'button', kind: 'code', name: text });
  }
  return slots;
}

/** Each variable once; numbered ones by number. */
function namesIn(text: string): string[] {
  const names = [...new Set([...text.matchAll(variable)].map(([, name = '']) => name))];
  return names.every((name) => /^\d+$/.test(name)) ? names.sort((a, b) => Number(a) - Number(b)) : names;
}

/** A value as Meta takes it: in one line, without long runs of spaces. */
export function templateValue(value: string): string {
  return value.replace(/\s+/gu, ' ').trim();
}

/** How the template looks with these values. Variables without a value stay as written. */
export function fillTemplate(content: TemplateContent, variables: TemplateChoice['variables']): TemplateText {
  const given = (key: string) => (Object.hasOwn(variables, key) ? templateValue(variables[key] ?? '') : '');
  const fill = (part: string, text: string) => text.replace(variable, (written, name: string) => given(`${part}.${name}`) || written);
  const { header, body, footer, buttons } = content;
  return {
    header: header?.format === 'TEXT' ? fill('header', header.text) : null,
    media: header && header.format !== 'TEXT' ? { kind: header.format, link: linkOf(given('header.media')) } : null,
    body: fill('body', body),
    footer,
    buttons: buttons.map(({ text }) => text),
  };
}

function linkOf(value: string): string {
  return value === attachedFile ? '' : value;
}

/** What Meta is told of the variables. The values are those that `checkTemplate` accepted. */
export function templateParameters(content: TemplateContent, variables: TemplateChoice['variables']): TemplateParameters {
  const parameters: TemplateParameters = { header: null, body: [], buttons: [] };
  for (const { key, part, kind, name } of templateSlots(content)) {
    const text = templateValue(variables[key] ?? '');
    const own = /^\d+$/.test(name) ? null : name;
    if (part === 'body') parameters.body.push({ name: own, text });
    else if (part === 'button')
      parameters.buttons.push({ index: Number(key.slice('button.'.length)), kind: kind === 'code' ? 'copy_code' : 'url', text });
    else if (kind !== 'media') parameters.header = { kind: 'text', name: own, text };
    else
      parameters.header =
        text === attachedFile ? { kind: name as TemplateMedia, attached: true } : { kind: name as TemplateMedia, link: text };
  }
  // The button of a one-time password copies what the text says.
  const code = parameters.body[0]?.text;
  for (const [index, { type }] of content.buttons.entries())
    if (type === 'OTP' && code !== undefined) parameters.buttons.push({ index, kind: 'url', text: code });
  return parameters;
}

/** The same as one plain text, with WhatsApp's marks: for lists, searches, and where only text is shown. */
export function templatePlainText({ header, body, footer }: Pick<TemplateText, 'header' | 'body' | 'footer'>): string {
  return [header && `*${header}*`, body, footer && `_${footer}_`].filter(Boolean).join('\n\n');
}

/**
 * May this template be sent with these values? `template` is null when the connection has none of that name and language. Answers with what
 * the customer will see. Refuses with ERR_NO_TEMPLATE_FOUND; ERR_TEMPLATE_STATUS and `status`; ERR_TEMPLATE_UNSUPPORTED and `part`;
 * ERR_TEMPLATE_VARIABLES with the keys that are `missing`, `unknown` or `invalid` (no https address, too long).
 */
export function checkTemplate(
  template: { status: TemplateStatus; content: TemplateContent } | null,
  { variables }: Pick<TemplateChoice, 'variables'>,
): Verdict<TemplateText> {
  if (!template) return refuse('ERR_NO_TEMPLATE_FOUND');
  const { status, content } = template;
  if (status !== 'APPROVED') return refuse('ERR_TEMPLATE_STATUS', { status });
  if (content.unsupported !== null) return refuse('ERR_TEMPLATE_UNSUPPORTED', { part: content.unsupported });
  const slots = templateSlots(content);
  const given = (key: string) => (Object.hasOwn(variables, key) ? templateValue(variables[key] ?? '') : '');
  const missing = slots.filter(({ key }) => given(key) === '').map(({ key }) => key);
  const unknown = Object.keys(variables).filter((key) => !slots.some((slot) => slot.key === key));
  const text = fillTemplate(content, variables);
  const invalid = slots
    .filter(({ key, kind }) => given(key) !== '' && !isUsable(kind, given(key)))
    .map(({ key }) => key)
    .concat(text.body.length > templateBodyMax ? ['body'] : []);
  if (missing.length + unknown.length + invalid.length > 0) return refuse('ERR_TEMPLATE_VARIABLES', { missing, unknown, invalid });
  return accept(text);
}

export type TemplateStanding = 'ready' | 'paused' | 'refused';

/**
 * Can a template that was planned be sent now, whoever gets it? `paused`: Meta may let it through later; `refused`: it was rejected or
 * removed, or its variables are others now, so that somebody has to choose again.
 */
export function templateStanding(
  template: { status: TemplateStatus; content: TemplateContent } | null,
  { variables }: Pick<TemplateChoice, 'variables'>,
): TemplateStanding {
  if (!template || template.content.unsupported !== null) return 'refused';
  if (template.status === 'PAUSED' || template.status === 'PENDING') return 'paused';
  if (template.status !== 'APPROVED') return 'refused';
  const slots = templateSlots(template.content).map(({ key }) => key);
  return slots.length === Object.keys(variables).length && slots.every((key) => Object.hasOwn(variables, key)) ? 'ready' : 'refused';
}

const headerKinds: Record<TemplateMedia, MediaKind> = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' };

/** Does Meta take this file above a template whose header is of this kind? Types and sizes are those of messages. */
export function headerTakes(kind: TemplateMedia, mime: string, bytes: number): boolean {
  return channelTakes('whatsapp_cloud', headerKinds[kind], mime, bytes);
}

/** The longest coupon code, and the longest text of a header. Source: Meta. */
const codeMax = 15;

function isUsable(kind: TemplateSlot['kind'], value: string): boolean {
  if (kind === 'media') return value === attachedFile || /^https:\/\/[^\s/]+\.[^\s]+$/.test(value);
  return value.length <= (kind === 'code' ? codeMax : templateValueMax);
}
