import type { IntegrationReason } from '@balcao/contract/integration-rules';
import { t } from '../../../platform/i18n.ts';

/** Why a call failed, and what to do about it. */
export function reasonText(reason: IntegrationReason): string {
  switch (reason) {
    case 'bad_address':
      return t('O endereço não está certo. Confira se começa com https://');
    case 'private_address':
      return t('O endereço leva a uma rede interna, e essas não podem ser chamadas daqui.');
    case 'unreachable':
      return t('Não há ninguém neste endereço, ou o certificado não é válido.');
    case 'timeout':
      return t('Não respondeu a tempo.');
    case 'too_large':
      return t('Respondeu mais do que se pode ler.');
    case 'redirected':
      return t('Mandou para outro endereço. Use esse outro endereço.');
    case 'credentials':
      return t('Recusou as credenciais ou a assinatura. Confira a chave e as permissões.');
    case 'not_found':
      return t('Não conhece este robô ou este caminho. Confira se está publicado e ativo.');
    case 'rate_limited':
      return t('Pediu para ir mais devagar.');
    case 'refused':
      return t('Recusou o pedido.');
    case 'server_error':
      return t('Falhou por dentro. Veja o registro do outro lado.');
    case 'garbage':
      return t('Respondeu algo que não se entende.');
  }
}
