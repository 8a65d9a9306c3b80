import { t } from './i18n.ts';

/** Whether a colleague is there. Who is away gets no conversations, online or not. */
export function presenceText({ online, away }: { online: boolean; away: boolean }): string {
  return away ? t('ausente') : online ? t('online') : t('offline');
}
