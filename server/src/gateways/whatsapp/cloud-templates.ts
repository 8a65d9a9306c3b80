// Templates of the Cloud API: the list, what webhooks say about one, and the form in which one is sent.
// https://developers.facebook.com/docs/whatsapp/business-management-api/message-templates
import {
  type TemplateButton,
  type TemplateContent,
  templateButtonTypes,
  templateCategories,
  templateMedia,
  templateQualities,
  templateStatuses,
} from '@balcao/contract/template-rules';
import { type Json, record, records, text } from './cloud-json.ts';
import type { GraphRequest } from './cloud-request.ts';
import { type Inbound, type ListedTemplate, type OutgoingContent, type OutgoingFile, SendFailure } from './port.ts';

const pageSize = 100;
const fields = 'name,language,status,category,quality_score,rejected_reason,components';

/** A page of the account's templates. One that cannot be read is left out. */
export async function cloudTemplates(
  call: (request: Omit<GraphRequest, 'timeoutMs'>) => Promise<Json>,
  wabaId: string,
  after: string | null,
): Promise<{ templates: ListedTemplate[]; next: string | null }> {
  const cursor = after === null ? '' : `&after=${encodeURIComponent(after)}`;
  const path = `${encodeURIComponent(wabaId)}/message_templates?fields=${fields}&limit=${pageSize}${cursor}`;
  const answer = await call({ method: 'GET', path });
  const paging = record(answer.paging);
  return {
    templates: records(answer.data).flatMap((item) => listedTemplate(item) ?? []),
    // Meta gives a cursor on the last page too; only `next` says that there is more.
    next: text(paging?.next) === null ? null : text(record(paging?.cursors)?.after),
  };
}

function listedTemplate(item: Json): ListedTemplate | null {
  const name = text(item.name);
  const language = text(item.language);
  if (name === null || language === null || name.length > 512 || language.length > 20) return null;
  return {
    name,
    language,
    category: categoryOf(item.category) ?? 'UTILITY',
    status: statusOf(item.status),
    reason: reasonOf(item.rejected_reason),
    quality: qualityOf(record(item.quality_score)?.score) ?? 'UNKNOWN',
    content: templateContent(records(item.components)),
  };
}

/** The components as we know them; the name of the first that cannot be sent from here is in `unsupported`. */
export function templateContent(components: readonly Json[]): TemplateContent {
  const content: TemplateContent = { header: null, body: '', footer: null, buttons: [], unsupported: null };
  const cannot = (what: string) => {
    content.unsupported ??= what;
  };
  for (const component of components) {
    const type = text(component.type)?.toUpperCase() ?? '';
    if (type === 'BODY') content.body = text(component.text) ?? '';
    else if (type === 'FOOTER') content.footer = text(component.text);
    else if (type === 'HEADER') {
      const format = text(component.format)?.toUpperCase() ?? 'TEXT';
      const media = templateMedia.find((known) => known === format);
      if (media) content.header = { format: media };
      else if (format === 'TEXT') content.header = { format: 'TEXT', text: text(component.text) ?? '' };
      else cannot(format);
    } else if (type === 'BUTTONS') {
      for (const button of records(component.buttons)) {
        const known = buttonOf(button);
        if (known) content.buttons.push(known);
        else cannot(text(button.type)?.toUpperCase() ?? type);
      }
    } else cannot(type || 'UNKNOWN');
  }
  return content;
}

function buttonOf(button: Json): TemplateButton | null {
  const type = templateButtonTypes.find((known) => known === text(button.type)?.toUpperCase());
  return type ? { type, text: text(button.text) ?? '', value: text(button.url) ?? text(button.phone_number) } : null;
}

/** What a webhook says about a template; null if it names none. */
export function templateFact(field: string, value: Json, at: string): Inbound | null {
  const name = text(value.message_template_name);
  const language = text(value.message_template_language);
  if (name === null || language === null) return null;
  const status = field === 'message_template_status_update' ? statusOf(value.event) : null;
  const quality = qualityOf(value.new_quality_score);
  const category = categoryOf(value.new_category) ?? (status && categoryOf(value.message_template_category));
  const reason =
    reasonOf(record(value.rejection_info)?.reason) ?? reasonOf(value.reason) ?? reasonOf(record(value.other_info)?.description);
  const said = [status, quality, category].filter(Boolean).join(':');
  return { key: `t:${name}:${language}:${said}:${at}`, kind: 'template', name, language, status, quality, category, reason, at };
}

/** Meta's words for states in which a template is as good as another that we know. */
const sameAs: Record<string, (typeof templateStatuses)[number]> = {
  REINSTATED: 'APPROVED',
  UNPAUSED: 'APPROVED',
  IN_APPEAL: 'REJECTED',
};

function statusOf(value: unknown): (typeof templateStatuses)[number] {
  const word = text(value)?.toUpperCase() ?? '';
  return templateStatuses.find((known) => known === word) ?? (Object.hasOwn(sameAs, word) ? sameAs[word] : null) ?? 'OTHER';
}

function categoryOf(value: unknown) {
  return templateCategories.find((known) => known === text(value)?.toUpperCase()) ?? null;
}

function qualityOf(value: unknown) {
  return templateQualities.find((known) => known === text(value)?.toUpperCase()) ?? null;
}

function reasonOf(value: unknown): string | null {
  const words = text(value);
  return words === 'NONE' ? null : words;
}

/** The fields of a message that is a template. `upload` hands its file over and answers with Meta's id of it. */
export async function templateFields(
  { name, language, parameters, file }: Extract<OutgoingContent, { type: 'template' }>,
  upload: (file: OutgoingFile) => Promise<string>,
): Promise<Json> {
  const textOf = (parameter: { name: string | null; text: string }) => ({
    type: 'text',
    text: parameter.text,
    ...(parameter.name === null ? {} : { parameter_name: parameter.name }),
  });
  const components: Json[] = [];
  const { header, body, buttons } = parameters;
  if (header) {
    const kind = header.kind.toLowerCase();
    if ('attached' in header && !file) throw new SendFailure('refused', 'media_rejected', 'the file of the header is gone');
    const own =
      'attached' in header && file ? { id: await upload(file), ...(kind === 'document' ? { filename: file.filename } : {}) } : null;
    const media = own ?? ('link' in header ? { link: header.link } : null);
    components.push({ type: 'header', parameters: [header.kind === 'text' ? textOf(header) : { type: kind, [kind]: media }] });
  }
  if (body.length > 0) components.push({ type: 'body', parameters: body.map(textOf) });
  for (const { index, kind, text } of buttons)
    components.push({
      type: 'button',
      sub_type: kind,
      index: String(index),
      parameters: [kind === 'copy_code' ? { type: 'coupon_code', coupon_code: text } : { type: 'text', text }],
    });
  return { type: 'template', template: { name, language: { code: language }, ...(components.length > 0 ? { components } : {}) } };
}
