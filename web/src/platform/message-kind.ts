import type { MediaType } from '@balcao/contract/message-rules';
import { t } from './i18n.ts';

/** What a message of this kind is called. */
export function kindText(kind: MediaType, isVoice = false): string {
  switch (kind) {
    case 'conversation':
      return t('Mensagem');
    case 'image':
      return t('Foto');
    case 'video':
      return t('Vídeo');
    case 'audio':
      return isVoice ? t('Mensagem de voz') : t('Áudio');
    case 'application':
      return t('Documento');
    case 'sticker':
      return t('Figurinha');
    case 'locationMessage':
      return t('Localização');
    case 'vcard':
      return t('Contato');
    case 'call_log':
      return t('Chamada');
    case 'unsupported':
      return t('Mensagem de um tipo não suportado');
  }
}
