// Every error code as a sentence for a person: what happened, and what to do. Codes are never shown.
import type { ErrorCode } from '@balcao/contract/errors';
import { ApiError, type ClientCode } from './api.ts';
import { formatDate } from './format.ts';
import { t } from './i18n.ts';
import { sessionToken } from './session.ts';
import { showToast, type ToastAction, toastLife } from './toast.ts';

type Details = Readonly<Record<string, unknown>>;

const sentences: Record<ErrorCode | ClientCode, (details: Details) => string> = {
  ERR_NETWORK: () => t('Sem conexão com o servidor. Confira sua internet e tente de novo.'),
  ERR_TIMEOUT: () => t('O servidor demorou demais para responder. Tente de novo em instantes.'),
  ERR_ABORTED: () => t('A operação foi cancelada.'),
  ERR_UNKNOWN: () => t('Algo não saiu como esperado. Tente de novo; se continuar, avise o administrador.'),

  ERR_VALIDATION: () => t('Algum campo não está como deveria. Confira e tente de novo.'),
  ERR_BAD_REQUEST: () => t('O servidor não entendeu o pedido. Recarregue a página e tente de novo.'),
  ERR_NOT_FOUND: () => t('Isso não existe mais. Recarregue a página.'),
  ERR_PAYLOAD_TOO_LARGE: () => t('O envio é grande demais. Tente com um arquivo menor.'),
  ERR_COMPANY_BUSY: () => t('Sua empresa faz pedidos demais ao mesmo tempo. Espere um momento e tente de novo.'),
  ERR_TOO_MANY_REQUESTS: () => t('Foram muitas tentativas em pouco tempo. Espere um minuto e tente de novo.'),
  ERR_INTERNAL_SERVER_ERROR: () => t('O servidor teve um problema inesperado. Tente de novo mais tarde.'),
  ERR_UNAVAILABLE: () => t('O servidor está indisponível no momento. Tente de novo em instantes.'),

  ERR_INVALID_CREDENTIALS: () => t('E-mail ou senha não conferem. Confira e tente de novo.'),
  ERR_SESSION_EXPIRED: () => t('Sua sessão terminou. Entre de novo.'),
  ERR_TOKEN_EXPIRED: () => t('Sua sessão precisa ser renovada. Tente de novo.'),
  ERR_NO_PERMISSION: ({ plan }) =>
    plan
      ? t('O plano da sua empresa não inclui este recurso. Fale com o suporte para mudar de plano.')
      : t('Acesso não permitido. Peça a um administrador da sua empresa.'),
  ERR_SUBSCRIPTION_EXPIRED: ({ dueDate, readOnlyUntil }) =>
    typeof readOnlyUntil === 'string' && typeof dueDate === 'string' && sessionToken() !== null
      ? t('Sua assinatura venceu em {{date}}. Até {{until}} você consulta tudo, mas nada é alterado nem enviado.', {
          date: formatDate(dueDate),
          until: formatDate(readOnlyUntil),
        })
      : t('Opss! Sua assinatura venceu {{date}}. Entre em contato com o Suporte para mais informações!', {
          date: typeof dueDate === 'string' ? formatDate(dueDate) : '',
        }),
  ERR_COMPANY_INACTIVE: () => t('O acesso da sua empresa está suspenso. Entre em contato com o suporte.'),
  ERR_SECOND_FACTOR_REQUIRED: () => t('Falta o código de verificação. Recarregue a página e entre de novo.'),
  ERR_SECOND_FACTOR_WRONG: () => t('O código não confere ou já foi usado. Espere o próximo e tente de novo.'),
  ERR_SECOND_FACTOR_CODE: () => t('O código não confere. Confira o relógio do celular e tente com o próximo.'),
  ERR_SECOND_FACTOR_OFF: () => t('A verificação em duas etapas não está ativada.'),
  ERR_SIGN_UP_CLOSED: () => t('O cadastro de novas empresas está fechado. Entre em contato com o suporte.'),
  ERR_NO_SESSION_FOUND: () => t('Esta sessão já terminou.'),
  ERR_USER_CREATION_DISABLED: () => t('O administrador desativou a criação de usuários.'),
  ERR_FORBIDDEN_ORIGIN: () => t('Este endereço não pode acessar o servidor. Abra o sistema pelo endereço oficial.'),
  ERR_API_TOKEN: () => t('O token ou a chave não vale, ou foi trocado. Confira ou gere outro.'),
  ERR_SIGNATURE: () => t('A assinatura do pedido não confere. Confira o segredo do aplicativo.'),

  ERR_NO_TICKET_FOUND: () => t('Este atendimento não existe mais. Volte à lista.'),
  ERR_NO_CONTACT_FOUND: () => t('Este contato não existe mais. Recarregue a lista.'),
  ERR_NO_USER_FOUND: () => t('Este usuário não existe mais. Recarregue a lista.'),
  ERR_USER_DONT_EXISTS: () => t('Não há usuário com este e-mail. Confira o endereço.'),
  ERR_NO_WAPP_FOUND: () => t('Esta conexão não existe mais. Recarregue a lista.'),
  ERR_NO_SETTING_FOUND: () => t('Esta configuração não existe. Recarregue a página.'),
  ERR_NO_QUEUE_FOUND: () => t('Esta fila não existe mais. Recarregue a lista.'),
  ERR_NO_MESSAGE_FOUND: () => t('Esta mensagem não existe mais. Recarregue a conversa.'),
  ERR_NO_COMPANY_FOUND: () => t('Esta empresa não existe mais. Recarregue a lista.'),
  ERR_NO_MAIL_FOUND: () => t('Este e-mail não está mais na lista. Recarregue a página.'),
  ERR_MAIL_GONE: () => t('Este e-mail já foi enviado, ou seu texto já foi apagado.'),
  ERR_RESET_CODE: () => t('O código não confere ou já venceu. Confira o e-mail mais recente ou peça outro.'),
  ERR_NO_PLAN_FOUND: () => t('Este plano não existe mais. Escolha outro.'),
  ERR_NO_MEDIA_FOUND: () => t('Este arquivo não está mais guardado. Peça ao cliente que envie de novo.'),
  ERR_NO_QUEUE_OPTION_FOUND: () => t('Esta opção do menu não existe mais. Recarregue a fila.'),
  ERR_NO_TAG_FOUND: () => t('Esta tag não existe mais. Recarregue a lista.'),
  ERR_NO_SCHEDULE_FOUND: () => t('Este agendamento não existe mais.'),
  ERR_SCHEDULE_SENT: () => t('Esta mensagem já saiu. Veja na conversa.'),
  ERR_NO_QUICKMESSAGE_FOUND: () => t('Esta resposta rápida não existe mais. Recarregue a lista.'),
  ERR_NO_TEMPLATE_FOUND: () => t('Este modelo não existe mais na Meta. Escolha outro.'),
  ERR_NO_FILE_FOUND: () => t('Esta lista de arquivos não existe mais. Recarregue a página.'),
  ERR_NO_TICKETNOTE_FOUND: () => t('Esta observação não existe mais.'),
  ERR_NO_IMPORT_FOUND: () => t('Esta importação não existe mais. Recarregue a página.'),
  ERR_NO_GAP_FOUND: () => t('Este período não está mais na lista. Recarregue a página.'),
  ERR_NO_NOTICE_DEVICE_FOUND: () => t('Este aparelho já não recebe avisos.'),
  ERR_PUSH_ADDRESS: () => t('O endereço que o navegador deu para os avisos não é aceito.'),
  ERR_NO_CHAT_FOUND: () => t('Esta conversa não existe mais, ou você não participa dela.'),
  ERR_NO_ANNOUNCEMENT_FOUND: () => t('Este informativo não existe mais. Recarregue a lista.'),
  ERR_NO_HELP_FOUND: () => t('Este vídeo de ajuda não existe mais. Recarregue a lista.'),
  ERR_NO_MERGE_FOUND: () => t('Esta junção de contatos não existe mais. Recarregue a página.'),

  ERR_TICKET_CANNOT_MOVE: () => t('O atendimento já mudou de situação. Confira a lista e tente de novo.'),
  ERR_ANSWERED_MEANWHILE: () => t('Um colega respondeu enquanto você escrevia.'),
  ERR_TOO_MANY_FOLLOWERS: () => t('Pessoas demais já seguem esta conversa.'),
  ERR_TICKET_TAKEN: () => t('Outra pessoa já assumiu este atendimento.'),
  ERR_UNDO_TOO_LATE: () => t('Já não dá para desfazer.'),
  ERR_TOO_MANY_MARKS: () => t('Não cabem mais. Tire a marca de alguma conversa antes.'),
  ERR_NO_TICKET_VIEW_FOUND: () => t('Esta visão não existe mais.'),
  ERR_TOO_MANY_TICKET_VIEWS: () => t('Não cabem mais visões. Exclua uma antes.'),
  ERR_TICKET_VIEW_NAME_TAKEN: () => t('Você já tem uma visão com este nome.'),
  ERR_SNOOZE_TIME: () => t('Escolha um momento a partir de agora, no prazo de um ano.'),
  ERR_TICKET_CLOSED: () => t('Este atendimento foi resolvido. Reabra para escrever de novo.'),
  ERR_OTHER_OPEN_TICKET: () => t('Já existe um atendimento aberto para este contato.'),
  ERR_QUEUE_REQUIRED: () => t('Selecione uma fila.'),
  ERR_USER_NOT_IN_QUEUE: () => t('Esta pessoa não atende a fila escolhida. Escolha outra pessoa ou outra fila.'),
  ERR_CREATING_TICKET: () => t('Não foi possível abrir o atendimento. Tente de novo.'),
  ERR_CREATING_MESSAGE: () => t('Não foi possível guardar a mensagem. Tente de novo.'),
  ERR_EMPTY_MESSAGE: () => t('Escreva uma mensagem antes de enviar.'),
  ERR_SENDING_WAPP_MSG: () => t('A mensagem não saiu. Confira a conexão e tente de novo.'),
  ERR_EDITING_WAPP_MSG: () => t('A mensagem não pode mais ser editada. Envie outra com a correção.'),
  ERR_DELETE_WAPP_MSG: () => t('Não foi possível apagar a mensagem no WhatsApp.'),
  ERR_FETCH_WAPP_MSG: () => t('Esta mensagem é antiga demais para isso.'),
  ERR_WINDOW_CLOSED: () => t('A janela de 24 h fechou. Envie um modelo, ou espere o cliente escrever.'),
  ERR_TEMPLATE_CHANNEL: () => t('Só números da API oficial enviam modelos.'),
  ERR_TEMPLATE_STATUS: () => t('Este modelo não pode ser enviado agora: a Meta não o aprovou, ou o pausou. Escolha outro.'),
  ERR_TEMPLATE_UNSUPPORTED: () => t('Este modelo tem uma parte que não pode ser enviada daqui. Escolha outro.'),
  ERR_TEMPLATE_VARIABLES: () => t('As variáveis não combinam com o modelo. Confira cada uma.'),
  ERR_CANNOT_FORWARD: () => t('Uma das mensagens não pode ser encaminhada: foi apagada, ou não tem conteúdo ainda.'),
  ERR_CONTACT_BLOCKED: () => t('Este contato está bloqueado. Desbloqueie-o nos dados do contato para escrever.'),
  ERR_BLOCK_GROUP: () => t('Grupos não podem ser bloqueados.'),
  ERR_MESSAGE_NOT_FAILED: () => t('Esta mensagem não falhou, então não há o que enviar de novo.'),
  ERR_MEDIA_TYPE: () => t('Este tipo de arquivo não pode ser enviado. Escolha outro formato.'),
  ERR_MEDIA_TOO_LARGE: () => t('O arquivo é grande demais. Escolha um menor.'),

  ERR_DUPLICATED_CONTACT: () => t('Já existe um contato com este número.'),
  ERR_INVALID_NUMBER: () => t('Este número não é válido. Confira o DDD e os dígitos.'),
  ERR_WAPP_INVALID_CONTACT: () => t('Este número não tem WhatsApp. Confira os dígitos.'),
  ERR_WAPP_CHECK_CONTACT: () => t('Não foi possível verificar o contato. Confira a conexão e tente de novo.'),
  ERR_CONTACT_IN_USE: () => t('Este contato tem atendimentos e não pode ser excluído.'),
  ERR_CONTACT_NAME: () => t('O nome não serve: use de 2 a 50 letras.'),
  ERR_CONTACT_EMAIL: () => t('O e-mail não é válido.'),
  ERR_DUPLICATED_ROW: () => t('Outra linha da planilha tem o mesmo número.'),
  ERR_SHEET: () => t('Não foi possível ler a planilha. Salve-a de novo como .xlsx e tente outra vez.'),
  ERR_SHEETS_BUSY: () => t('Outras planilhas estão sendo lidas. Tente de novo em um minuto.'),
  ERR_SHEET_EMPTY: () => t('A planilha não tem contatos abaixo da linha dos títulos.'),
  ERR_SHEET_COLUMNS: () => t('Não foi possível achar as colunas do nome e do número. Escolha quais são.'),
  ERR_SHEET_TOO_LARGE: () => t('A planilha é grande demais: o limite é de 20 MB e 100 mil linhas. Divida-a em partes.'),
  ERR_NO_ADDRESS_BOOK: () => t('Esta conexão não dá acesso à agenda do celular. Importe uma planilha.'),
  ERR_CONTACT_OPTED_OUT: () => t('Este contato pediu para não receber mensagens. Só a palavra dele o traz de volta.'),
  ERR_LIST_FOLLOWS_FILTER: () => t('Esta lista acompanha um filtro. Congele a lista para mudar os contatos.'),
  ERR_LIST_FILTER: () => t('Escolha pelo menos uma condição para o filtro.'),
  ERR_LIST_NUMBER_EXISTS: () => t('A lista já tem este número.'),
  ERR_CONSENT_UNCHANGED: () => t('O registro já diz isso, ou a pessoa saiu pela própria palavra.'),
  ERR_CONSENT_STATE: () => t('A coluna de estado tem que dizer “out” ou “in”.'),
  ERR_NO_API_KEY_FOUND: () => t('Esta chave não existe mais. Recarregue a lista.'),
  ERR_NO_WEBHOOK_FOUND: () => t('Este webhook não existe mais. Recarregue a lista.'),
  ERR_API_KEYS_LIMIT: ({ max }) => t('Uma empresa pode ter no máximo {{max}} chaves. Exclua uma que não usa.', { max: Number(max) }),
  ERR_NO_AUTOMATION_FOUND: () => t('Esta automação não existe mais. Recarregue a lista.'),
  ERR_AUTOMATIONS_LIMIT: ({ max }) => t('Uma empresa pode ter no máximo {{max}} automações. Exclua uma que não usa.', { max: Number(max) }),
  ERR_AUTOMATIC_TEXTS_LIMIT: () => t('Dez textos automáticos seguidos sem resposta: nada mais é enviado até alguém escrever.'),
  ERR_WEBHOOKS_LIMIT: ({ max }) => t('Uma empresa pode ter no máximo {{max}} webhooks. Exclua um que não usa.', { max: Number(max) }),
  ERR_DELIVERY_WAITING: () => t('Este envio já está na fila.'),
  ERR_NO_CAMPAIGN_FOUND: () => t('Esta campanha não existe mais. Recarregue a lista.'),
  ERR_NO_DIALOG_FOUND: () => t('Esta integração não existe mais. Recarregue a lista.'),
  ERR_NO_DELIVERY_FOUND: () => t('Este envio não está mais no registro.'),
  ERR_NO_PROMPT_FOUND: () => t('Este prompt não existe mais. Recarregue a lista.'),
  ERR_PROMPT_IN_USE: () => t('Este prompt é usado por uma fila ou uma conexão. Tire-o de lá primeiro.'),
  ERR_ASSISTANT_OFF: () => t('A ajuda da IA está desligada. Um administrador pode ligá-la em Prompts.'),
  ERR_ASSISTANT_FAILED: () => t('O provedor da IA não respondeu.'),
  ERR_API_KEY_REQUIRED: () => t('Informe a chave de novo para este endereço.'),
  ERR_CAMPAIGN_LOCKED: () => t('Só é permitido alterar uma campanha inativa, cancelada, ou programada para daqui a mais de uma hora.'),
  ERR_CAMPAIGN_RUNNING: () => t('Não é permitido excluir uma campanha em andamento. Cancele-a primeiro.'),
  ERR_CAMPAIGN_CANNOT_MOVE: () => t('O estado da campanha mudou enquanto isso. Recarregue a página.'),
  ERR_NO_CONTACTLIST_FOUND: () => t('Esta lista de contatos não existe mais.'),
  ERR_NO_CONTACTLISTITEM_FOUND: () => t('Este contato não está mais na lista.'),
  ERR_MERGE_GROUP: () => t('Grupos não podem ser juntados.'),
  ERR_MERGE_SPLIT: () => t('Esta junção já foi desfeita.'),

  ERR_NO_DEF_WAPP_FOUND: () => t('Não há conexão padrão. Marque uma na página Conexões.'),
  ERR_NO_OTHER_WHATSAPP: () => t('É preciso haver ao menos uma conexão padrão. Marque outra antes.'),
  ERR_WAPP_NOT_INITIALIZED: () => t('Esta conexão não está ligada. Reconecte o número na página Conexões.'),
  ERR_WAPP_DOWNLOAD_MEDIA: () => t('Não foi possível baixar o arquivo do WhatsApp. Tente de novo.'),
  ERR_WAPP_GREETING_REQUIRED: () => t('Escreva a mensagem de saudação: ela é necessária com mais de uma fila.'),
  ERR_WAPP_NAME_EXISTS: () => t('Já existe uma conexão com este nome. Escolha outro.'),
  ERR_WAPP_TOKEN_EXISTS: () => t('Este token já é usado por outra conexão. Escolha outro.'),
  ERR_WAPP_CHANNEL: () => t('Esta conexão não oferece isso.'),
  ERR_CLOUD_CREDENTIALS: () => t('A Meta não aceitou as credenciais. Confira o token e os identificadores.'),

  ERR_QUEUE_COLOR_ALREADY_EXISTS: () => t('Outra fila já usa esta cor. Escolha outra.'),
  ERR_QUEUE_NAME_ALREADY_EXISTS: () => t('Já existe uma fila com este nome. Escolha outro.'),
  ERR_EMAIL_ALREADY_EXISTS: () => t('Este e-mail já está em uso. Escolha outro.'),
  ERR_COMPANY_NAME_ALREADY_EXISTS: () => t('Já existe uma empresa com este nome. Escolha outro.'),
  ERR_PLAN_NAME_ALREADY_EXISTS: () => t('Já existe um plano com este nome. Escolha outro.'),
  ERR_NO_INVOICE_FOUND: () => t('Esta fatura não existe mais. Recarregue a lista.'),
  ERR_NO_PAYMENT_FOUND: () => t('Este pagamento não está mais na lista. Recarregue a página.'),
  ERR_NO_CHARGE_FOUND: () => t('Este código de pagamento não existe.'),
  ERR_INVOICE_PAID: () => t('Esta fatura já foi paga.'),
  ERR_NOTHING_TO_PAY: () => t('O plano da empresa não tem nada a pagar.'),
  ERR_NO_PAYMENTS: () => t('Esta instalação ainda não recebe pagamentos. Entre em contato com o suporte.'),
  ERR_BILLING_DOCUMENT: () => t('Diga o CPF ou CNPJ de quem paga.'),
  ERR_PAYMENT_PROVIDER: () => t('O provedor de pagamentos não respondeu como devia. Nada foi cobrado; tente de novo.'),
  ERR_CHARGE_BUSY: () => t('O código está sendo gerado. Espere um instante.'),
  ERR_PLAN_IN_USE: () => t('Há empresas com este plano. Passe-as para outro antes de excluí-lo.'),
  ERR_OWN_COMPANY: () => t('Isto não se faz com a sua própria empresa.'),
  ERR_NO_ADMIN: () => t('Esta empresa não tem um administrador em cujo nome entrar.'),
  ERR_PLAN_USERS_LIMIT: () => t('O limite de usuários do plano foi atingido. Exclua um ou mude de plano.'),
  ERR_PLAN_CONNECTIONS_LIMIT: () => t('O limite de conexões do plano foi atingido. Exclua uma ou mude de plano.'),
  ERR_PLAN_QUEUES_LIMIT: () => t('O limite de filas do plano foi atingido. Exclua uma ou mude de plano.'),
  ERR_CURRENT_PASSWORD: () => t('Diga sua senha atual para mudar seu e-mail ou sua senha.'),
  ERR_OWN_USER: () => t('Você não pode fazer isso com seu próprio usuário.'),
  ERR_LAST_ADMIN: () => t('A empresa precisa de ao menos um administrador. Nomeie outro antes.'),
  ERR_SETTING_VALUE: () => t('Este valor não é aceito para a configuração.'),
  ERR_TAG_NAME_ALREADY_EXISTS: () => t('Já existe uma tag com este nome. Escolha outro.'),
  ERR_SHORTCODE_ALREADY_EXISTS: () => t('Já existe uma resposta rápida com este atalho. Escolha outro.'),
  ERR_FILE_NAME_ALREADY_EXISTS: () => t('Já existe uma lista de arquivos com este nome. Escolha outro.'),
  ERR_INTEGRATION_NAME_ALREADY_EXISTS: () => t('Já existe uma integração com este nome. Escolha outro.'),
  ERR_INTEGRATION_TEST: ({ detail }) => t('A integração não respondeu como deveria: {{detail}}', { detail: String(detail ?? '') }),
  ERR_DELIVERY_UNDER_WAY: () => t('Este envio ainda está a caminho.'),
};

/** The sentence for anything that was thrown. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return sentences.ERR_UNKNOWN({});
  return (sentences[error.code] ?? sentences.ERR_UNKNOWN)(error.details);
}

/** The sentence for an error code inside an answer. */
export function codeText(code: string): string {
  return errorText(new ApiError(400, { error: code }));
}

/** The error code of what was thrown, to decide by; null if it is not an `ApiError`. */
export function errorCode(error: unknown): ErrorCode | ClientCode | null {
  return error instanceof ApiError ? error.code : null;
}

/** Shows an error. Aborted calls and expired sessions are not shown. */
export function notifyError(error: unknown, options: { title?: string; actions?: readonly ToastAction[] } = {}): void {
  const code = errorCode(error);
  if (code === 'ERR_ABORTED' || code === 'ERR_SESSION_EXPIRED') return;
  const text = errorText(error);
  showToast({
    kind: 'error',
    title: options.title ?? text,
    text: options.title ? text : undefined,
    actions: options.actions,
    lifeMs: toastLife.error,
  });
}

/** What is wrong with one field, for `ERR_VALIDATION`. */
export function issueText(issue: { code: string; min?: number; max?: number }): string {
  switch (issue.code) {
    case 'too_small':
      return issue.min !== undefined && issue.min > 1
        ? t('Muito pequeno! Use ao menos {{min}} caracteres.', { min: issue.min })
        : t('Preencha este campo.');
    case 'too_big':
      return issue.max === undefined ? t('Muito longo!') : t('Muito longo! Use no máximo {{max}} caracteres.', { max: issue.max });
    case 'required':
      return t('Preencha este campo.');
    case 'wrong':
      return t('Não confere. Tente de novo.');
    default:
      return t('Confira este campo.');
  }
}
