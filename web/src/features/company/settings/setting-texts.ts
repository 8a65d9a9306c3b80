// The settings in words, in the order and groups of the page.
import type { SettingKey } from '@balcao/contract/setting-rules';
import { t } from '../../../platform/i18n.ts';

export type Choice = { value: string; label: string };
export type ChoiceSetting = { key: SettingKey; label: string; help: string; choices: Choice[] };

/** How conversations are dealt with. */
export function serviceSettings(): ChoiceSetting[] {
  return [
    {
      key: 'userRating',
      label: t('Avaliações'),
      help: t('Ao encerrar a conversa, o cliente recebe um pedido de nota de 1 a 3.'),
      choices: onOff(),
    },
    {
      key: 'scheduleType',
      label: t('Agendamento de Expediente'),
      help: t(
        'De onde vêm os horários: de cada fila, ou da empresa, na aba Horários desta página. Uma conexão pode ter os seus no lugar dos da empresa.',
      ),
      choices: [
        { value: 'disabled', label: t('Desabilitado') },
        { value: 'queue', label: t('Fila') },
        { value: 'company', label: t('Empresa') },
      ],
    },
    {
      key: 'CheckMsgIsGroup',
      label: t('Ignorar Mensagens de Grupos'),
      help: t('Mensagens de grupos não viram atendimentos.'),
      choices: onOff(),
    },
    {
      key: 'call',
      label: t('Aceitar Chamada'),
      help: t('Sem aceitar, quem liga recebe um aviso para escrever.'),
      choices: [
        { value: 'enabled', label: t('Aceitar') },
        { value: 'disabled', label: t('Recusar e avisar') },
      ],
    },
    {
      key: 'lateSchedules',
      label: t('Agendamento atrasado'),
      help: t('O que venceu com o sistema parado ainda sai, se não tiver passado deste tempo.'),
      choices: [
        { value: '0', label: t('Enviar sempre') },
        { value: '15', label: t('Até 15 minutos depois') },
        { value: '60', label: t('Até 1 hora depois') },
        { value: '360', label: t('Até 6 horas depois') },
        { value: '1440', label: t('Até 24 horas depois') },
      ],
    },
    {
      key: 'userCreation',
      label: t('Criação de usuários'),
      help: t('Desabilitada, ninguém adiciona usuários à empresa.'),
      choices: onOff(),
    },
  ];
}

/** What is sent automatically. */
export function botSettings(): ChoiceSetting[] {
  return [
    {
      key: 'chatBotType',
      label: t('Tipo Chatbot'),
      help: t('Como as opções aparecem no WhatsApp do cliente. Onde não há botões nem listas, vai o texto.'),
      choices: [
        { value: 'text', label: t('Texto') },
        { value: 'button', label: t('Botões') },
        { value: 'list', label: t('Lista') },
      ],
    },
    {
      key: 'sendGreetingAccepted',
      label: t('Enviar saudação ao aceitar o atendimento'),
      help: t('O cliente recebe uma saudação com o nome de quem aceitou a conversa.'),
      choices: onOff(),
    },
    {
      key: 'sendMsgTransfTicket',
      label: t('Enviar mensagem de transferência de fila ou atendente'),
      help: t('O cliente recebe um aviso quando a conversa muda de fila ou de atendente.'),
      choices: onOff(),
    },
    {
      key: 'sendGreetingMessageOneQueues',
      label: t('Enviar saudação quando houver somente 1 fila'),
      help: t('A saudação da conexão é enviada mesmo quando ela só tem uma fila.'),
      choices: onOff(),
    },
  ];
}

function onOff(): Choice[] {
  return [
    { value: 'enabled', label: t('Habilitado') },
    { value: 'disabled', label: t('Desabilitado') },
  ];
}

/** Minutes in words: 120 is 2 h. */
export function minutesText(minutes: number): string {
  if (minutes === 0) return t('Nunca');
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return t('{{n}} min', { n: minutes });
  return rest === 0 ? t('{{n}} h', { n: hours }) : t('{{hours}} h {{minutes}} min', { hours, minutes: rest });
}
