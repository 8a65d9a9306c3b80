// Templates as Meta keeps them: approved texts with variables, which a message must fill in exactly.
import { type Body, type GraphError, invalid } from './validate.ts';

export type FakeTemplate = {
  name: string;
  language: string;
  category: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION';
  status: string;
  quality: string;
  components: Body[];
};

/** A template of one text; `more` changes what is given. */
export function fakeTemplate(name: string, body: string, more: Partial<FakeTemplate> = {}): FakeTemplate {
  return {
    name,
    language: 'pt_BR',
    category: 'UTILITY',
    status: 'APPROVED',
    quality: 'GREEN',
    components: [{ type: 'BODY', text: body }],
    ...more,
  };
}

/** A page of the list, as `GET /{waba}/message_templates` answers it. */
export function templatePage(all: readonly FakeTemplate[], query: URLSearchParams, url: string, circling = 0): Body | GraphError {
  const unknown = [...query.keys()].find((key) => !['fields', 'limit', 'after', 'status', 'name'].includes(key));
  if (unknown) return invalid(`query parameter ${unknown}`);
  const limit = Number(query.get('limit') ?? 25);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) return invalid('limit');
  const after = query.get('after');
  if (circling > 0) return circlingPage(all, after, url, circling);
  const start = after === null ? 0 : all.findIndex((_, index) => cursorOf(index) === after) + 1;
  if (after !== null && start === 0) return invalid('after');
  const data = all.slice(start, start + limit).map(({ quality, components, ...template }, index) => ({
    id: String(7_000 + start + index),
    ...template,
    quality_score: { score: quality, date: 1_760_000_000 },
    rejected_reason: template.status === 'REJECTED' ? 'INVALID_FORMAT' : 'NONE',
    components,
  }));
  const last = start + data.length - 1;
  const cursors = { before: cursorOf(start), after: cursorOf(last) };
  return {
    data,
    paging: data.length === 0 ? {} : { cursors, ...(last + 1 < all.length ? { next: `${url}?after=${cursors.after}` } : {}) },
  };
}

/** Everything on each page, with a cursor that leads in a circle of so many pages. */
function circlingPage(all: readonly FakeTemplate[], after: string | null, url: string, pages: number): Body {
  const at = after === null ? 0 : Number(Buffer.from(after, 'base64url').toString().split(' ')[1]);
  const next = cursorOf((at + 1) % pages);
  const { data } = templatePage(all, new URLSearchParams({ limit: '1000' }), url) as Body;
  return { data, paging: { cursors: { before: next, after: next }, next: `${url}?after=${next}` } };
}

function cursorOf(index: number): string {
  return Buffer.from(`cursor ${index}`).toString('base64url');
}

/** Null when the template may be sent with these components. `fileOf`: what this number has uploaded. */
export function refuseTemplate(
  all: readonly FakeTemplate[],
  sent: Body,
  fileOf: (id: string) => { mime: string } | null = () => null,
): GraphError | null {
  const refuse = (code: number, why: string): GraphError => ({ status: code === 132001 ? 404 : 400, code, message: `(#${code}) ${why}` });
  const code = (sent.language as Body).code;
  const template = all.find(({ name, language }) => name === sent.name && language === code);
  if (!template) return refuse(132001, `Template name (${String(sent.name)}) does not exist in the translation (${String(code)})`);
  if (template.status === 'PAUSED') return refuse(132015, 'Template is paused');
  if (template.status === 'DISABLED') return refuse(132016, 'Template is disabled');
  if (template.status !== 'APPROVED') return refuse(132001, `Template is ${template.status}`);
  const given = (sent.components ?? []) as { type: string; sub_type?: string; index?: string; parameters?: Body[] }[];
  const parametersOf = (type: string) => given.find((component) => component.type === type)?.parameters ?? [];
  for (const component of template.components) {
    const type = String(component.type).toLowerCase();
    const format = String(component.format ?? 'TEXT');
    if (type === 'header' && format !== 'TEXT') {
      const [media] = parametersOf('header');
      if (media?.type !== format.toLowerCase()) return refuse(132012, `header: Format mismatch, expected ${format}`);
      const problem = refuseHeaderFile(format.toLowerCase(), (media[format.toLowerCase()] ?? {}) as Body, fileOf);
      if (problem) return refuse(problem.code, `header: ${problem.why}`);
    } else if (type === 'header' || type === 'body') {
      const problem = refuseTexts(String(component.text), parametersOf(type));
      if (problem) return refuse(problem.code, `${type}: ${problem.why}`);
    } else if (type === 'buttons') {
      for (const [index, button] of (component.buttons as Body[]).entries()) {
        const needed =
          button.type === 'COPY_CODE' ? 'copy_code' : /\{\{/.test(String(button.url ?? '')) || button.type === 'OTP' ? 'url' : null;
        const parts = given.filter((part) => part.type === 'button' && part.index === String(index));
        if (parts.length > 1 || (parts.length > 0 && (needed === null || parts[0]?.sub_type !== needed)))
          return refuse(132000, `buttons: Button at index ${index} takes no such parameter`);
        if (needed && parts[0]?.parameters?.length !== 1)
          return { status: 400, code: 131008, message: `(#131008) buttons: Button at index ${index} requires a parameter` };
      }
    }
  }
  const parts = template.components.map(({ type }) => String(type).toLowerCase().replace('buttons', 'button'));
  const extra = given.find(({ type }) => !parts.includes(type));
  return extra ? refuse(132000, `${extra.type}: number of localizable_params does not match the expected number (0)`) : null;
}

const headerMimes: Record<string, RegExp> = { image: /^image\/(jpeg|png)$/, video: /^video\/(mp4|3gpp)$/, document: /./ };

/** A header takes either the id of an upload of this number, or a link by https, and a name for documents alone. */
function refuseHeaderFile(kind: string, file: Body, fileOf: (id: string) => { mime: string } | null): { code: number; why: string } | null {
  const { id, link, filename, ...more } = file;
  if (Object.keys(more).length > 0) return { code: 132012, why: `Unexpected key "${Object.keys(more)[0]}"` };
  if ((id === undefined) === (link === undefined)) return { code: 132012, why: 'either id or link expected' };
  if (filename !== undefined && kind !== 'document') return { code: 132012, why: `${kind} takes no filename` };
  if (link !== undefined) return /^https:\/\//.test(String(link)) ? null : { code: 132012, why: 'link must be an https address' };
  const uploaded = fileOf(String(id));
  if (!uploaded) return { code: 131009, why: `media ${String(id)} does not exist` };
  return headerMimes[kind]?.test(uploaded.mime) ? null : { code: 132012, why: `Format mismatch, ${uploaded.mime} is no ${kind}` };
}

function refuseTexts(text: string, parameters: readonly Body[]): { code: number; why: string } | null {
  const names = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
  const counts = `number of localizable_params (${parameters.length}) does not match the expected number of params (${names.size})`;
  if (parameters.length !== names.size) return { code: 132000, why: counts };
  const named = [...names].some((name) => !/^\d+$/.test(name ?? ''));
  for (const { type, text: value, parameter_name: name } of parameters) {
    if (type !== 'text') return { code: 132012, why: `Parameter of type ${String(type)} for a text` };
    if (named ? !names.has(String(name)) : name !== undefined) return { code: 132012, why: 'Parameter name is missing or wrong' };
    if (/[\n\t]| {5}/.test(String(value)))
      return { code: 132018, why: 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces' };
  }
  return null;
}
