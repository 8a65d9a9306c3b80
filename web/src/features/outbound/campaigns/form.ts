import { campaignNameMax, campaignNameMin } from '@balcao/contract/campaign-rules';
import type { CampaignView } from '@balcao/contract/campaigns';
import { messageBodyMax } from '@balcao/contract/message-rules';
import type { TemplateChoice } from '@balcao/contract/template-rules';
import { t } from '../../../platform/i18n.ts';
import { lengthProblem } from '../../../ui/fields/field-rules.ts';

/** `file`: newly chosen; `kept`: the name of the existing file, which stays. `scheduledAt`: local time, YYYY-MM-DDTHH:mm, or empty. */
export type CampaignValues = {
  name: string;
  messages: string[];
  confirmation: boolean;
  confirmationMessages: string[];
  whatsappId: string | null;
  contactListId: string | null;
  tagListId: string | null;
  template: TemplateChoice | null;
  fileListId: string | null;
  scheduledAt: string;
  onlyOpenHours: boolean;
  file: File | null;
  kept: string | null;
};

const text = (id: number | null | undefined) => (id ? String(id) : null);

/** The form of a new or existing campaign. */
export function campaignValues(record: CampaignView | null): CampaignValues {
  return {
    name: record?.name ?? '',
    messages: [record?.message1, record?.message2, record?.message3, record?.message4, record?.message5].map((each) => each ?? ''),
    confirmation: record?.confirmation ?? false,
    confirmationMessages: [
      record?.confirmationMessage1,
      record?.confirmationMessage2,
      record?.confirmationMessage3,
      record?.confirmationMessage4,
      record?.confirmationMessage5,
    ].map((each) => each ?? ''),
    whatsappId: text(record?.whatsappId),
    contactListId: text(record?.contactListId),
    tagListId: null,
    template: record?.template ?? null,
    fileListId: text(record?.fileListId),
    scheduledAt: localMoment(record?.scheduledAt ?? null),
    onlyOpenHours: record?.onlyOpenHours ?? false,
    file: null,
    kept: record?.mediaName ?? null,
  };
}

/** The validation rules of the form. */
export function campaignRules() {
  const notLong = (texts: string[]) => (texts.some((each) => each.length > messageBodyMax) ? t('Muito longo!') : null);
  return {
    name: (name: string) => lengthProblem(name.trim(), campaignNameMin, campaignNameMax),
    messages: notLong,
    confirmationMessages: notLong,
  };
}

/** The form as a request body; the file is uploaded separately. */
export function campaignBody(values: CampaignValues) {
  const { name, messages, confirmation, confirmationMessages, onlyOpenHours } = values;
  const [message1, message2, message3, message4, message5] = messages;
  const [confirmationMessage1, confirmationMessage2, confirmationMessage3, confirmationMessage4, confirmationMessage5] =
    confirmationMessages;
  const id = (chosen: string | null) => (chosen ? Number(chosen) : null);
  return {
    name: name.trim(),
    ...{ message1, message2, message3, message4, message5 },
    ...{ confirmation, confirmationMessage1, confirmationMessage2, confirmationMessage3, confirmationMessage4, confirmationMessage5 },
    whatsappId: id(values.whatsappId),
    contactListId: id(values.contactListId),
    tagListId: id(values.tagListId),
    template: values.template && { ...values.template, variables: { ...values.template.variables } },
    fileListId: id(values.fileListId),
    scheduledAt: values.scheduledAt ? new Date(values.scheduledAt).toISOString() : null,
    onlyOpenHours,
  };
}

/** An instant as the field for times shows it, in the reader's time zone. */
function localMoment(at: string | null): string {
  if (at === null) return '';
  const time = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}T${two(time.getHours())}:${two(time.getMinutes())}`;
}
