import { helpLimits, videoCode } from '@balcao/contract/help-rules';
import type { HelpView } from '@balcao/contract/helps';
import { t } from '../../../platform/i18n.ts';
import { lengthProblem } from '../../../ui/fields/field-rules.ts';

export type HelpValues = { title: string; video: string; description: string };

/** The form of a new or existing video. */
export function helpValues(record: HelpView | null): HelpValues {
  return { title: record?.title ?? '', video: record?.video ?? '', description: record?.description ?? '' };
}

/** The validation rules of the form. */
export function helpRules() {
  return {
    title: (title: string) => lengthProblem(title.trim(), helpLimits.titleMin, helpLimits.titleMax),
    video: (video: string) => {
      if (video.trim() === '') return t('Obrigatório');
      return videoCode(video) === null ? t('Cole o endereço ou o código de um vídeo do YouTube.') : null;
    },
    description: (description: string) => lengthProblem(description.trim(), helpLimits.descriptionMin, helpLimits.descriptionMax),
  };
}

/** The form as a request body. */
export function helpBody({ title, video, description }: HelpValues) {
  return { title: title.trim(), video: videoCode(video) ?? video, description: description.trim() };
}
