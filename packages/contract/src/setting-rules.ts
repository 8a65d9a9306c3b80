const onOff = ['enabled', 'disabled'] as const;

type SettingRule = {
  default: string;
  /** Allowed values, or a pattern. */
  values: readonly string[] | RegExp;
  /** `all`: every user of the company reads it; `admin`: admins only. */
  read: 'all' | 'admin';
  /** Never sent to clients, not even to admins. */
  secret?: true;
  /** Granted to the company: only operators of the platform may change it. */
  granted?: true;
};

/** Every setting of a company. Keys that are not here do not exist. */
export const settingRules = {
  userRating: { default: 'disabled', values: onOff, read: 'all' },
  scheduleType: { default: 'disabled', values: ['disabled', 'queue', 'company'], read: 'all' },
  call: { default: 'disabled', values: onOff, read: 'all' },
  CheckMsgIsGroup: { default: 'enabled', values: onOff, read: 'all' },
  chatBotType: { default: 'text', values: ['text', 'button', 'list'], read: 'all' },
  sendGreetingAccepted: { default: 'disabled', values: onOff, read: 'all' },
  sendMsgTransfTicket: { default: 'disabled', values: onOff, read: 'all' },
  sendGreetingMessageOneQueues: { default: 'disabled', values: onOff, read: 'all' },
  campaignsEnabled: { default: 'true', values: ['true', 'false'], read: 'all', granted: true },
  /** May admins add users? */
  userCreation: { default: 'enabled', values: onOff, read: 'all' },
  /** For how many minutes after closing the customer's next message reopens a ticket; 0 = never. */
  reopenTicketMinutes: { default: '120', values: /^\d{1,6}$/, read: 'all' },
  timeZone: { default: 'America/Sao_Paulo', values: /^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/, read: 'all' },
  /** By how many minutes a scheduled message may be late and still be sent; 0 = however late. */
  lateSchedules: { default: '1440', values: /^\d{1,6}$/, read: 'all' },
  /** Words by which a customer says that they do not want to be written to, separated by commas. */
  optOutWords: {
    default: 'SAIR',
    values: /^ *[\p{L}\p{N}][\p{L}\p{N} '-]{0,29}( *, *[\p{L}\p{N}][\p{L}\p{N} '-]{0,29}){0,9} *$/u,
    read: 'all',
  },
  /** The word that brings them back. */
  optInWord: { default: 'VOLTAR', values: /^ *[\p{L}\p{N}][\p{L}\p{N} '-]{0,29} *$/u, read: 'all' },
  /**
   * How many minutes after the last word of a person an assistant may answer again in a ticket that waits; 0 = only in the next service
   * cycle.
   */
  assistantResumeMinutes: { default: '0', values: /^\d{1,5}$/, read: 'all' },
  /** How many tokens the company's assistants may spend in a month; 0 = no limit. */
  assistantTokensPerMonth: { default: '0', values: /^\d{1,12}$/, read: 'admin' },
  /** Does the company still want to be shown what to do first? Companies that sign up do. */
  firstSteps: { default: 'closed', values: ['open', 'closed'], read: 'all' },
  /** Of an operator's company: the API key of Asaas by which the platform is paid, where the environment has none. */
  asaas: { default: '', values: /^[\s\S]{0,500}$/, read: 'admin', secret: true },
} as const satisfies Record<string, SettingRule>;

export type SettingKey = keyof typeof settingRules;

/** Is `value` allowed for `key`? */
export function settingAllows(key: SettingKey, value: string): boolean {
  const { values } = settingRules[key] as SettingRule;
  return values instanceof RegExp ? values.test(value) : values.includes(value);
}

/** The value of a setting among `rows`; its default if it is not there. */
export function settingValue(rows: readonly { key: string; value: string }[] | undefined, key: SettingKey): string {
  return rows?.find((row) => row.key === key)?.value ?? settingRules[key].default;
}
