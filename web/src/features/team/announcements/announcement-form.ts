import { announcementLimits, announcementPictures, type Priority } from '@balcao/contract/announcement-rules';
import type { AnnouncementView } from '@balcao/contract/announcements';
import { t } from '../../../platform/i18n.ts';
import { lengthProblem } from '../../../ui/fields/field-rules.ts';

/** `file`: newly chosen; `kept`: the name of the existing picture, which stays. */
export type AnnouncementValues = {
  title: string;
  text: string;
  priority: string;
  status: boolean;
  file: File | null;
  kept: string | null;
};

/** The form of a new or existing announcement. */
export function announcementValues(record: AnnouncementView | null): AnnouncementValues {
  return {
    title: record?.title ?? '',
    text: record?.text ?? '',
    priority: String(record?.priority ?? 3),
    status: record?.status ?? true,
    file: null,
    kept: record?.mediaName ?? null,
  };
}

/** The validation rules of the form. */
export function announcementRules() {
  return {
    title: (title: string) => lengthProblem(title.trim(), 1, announcementLimits.titleMax),
    text: (text: string) => lengthProblem(text.trim(), 1, announcementLimits.textMax),
    file: (file: File | null) => file && pictureProblem(file),
  };
}

/** Why a file cannot be the picture. */
export function pictureProblem(file: File): string | null {
  return announcementPictures.includes(file.type) ? null : t('Escolha uma imagem PNG ou JPG.');
}

/** The form as a request body; the picture is uploaded separately. */
export function announcementBody({ title, text, priority, status }: AnnouncementValues) {
  return { title: title.trim(), text: text.trim(), priority: Number(priority) as Priority, status };
}
