const onOff = ['enabled', 'disabled'] as const;

type SettingRule = {
  default: string;
  /** Allowed values; a pattern for free ones. */
  values: readonly string[] | RegExp;
  /** `all`: every user of the company reads it; `admin`: admins only. */
  read: 'all' | 'admin';
  /** Never sent to clients, not even to admins. */
  secret?: true;
  /** Part of what a company is granted: operators of the platform change it, admins do not. */
  granted?: true;
};

/** Every setting a company has. A key that is not here does not exist. */
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
  /** Minutes in which a closed ticket is reopened by the customer's next message; 0 = never. */
  reopenTicketMinutes: { default: '120', values: /^\d{1,6}$/, read: 'all' },
  timeZone: { default: 'America/Sao_Paulo', values: /^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/, read: 'all' },
  asaas: { default: '', values: /^[\s\S]{0,500}$/, read: 'admin', secret: true },
} as const satisfies Record<string, SettingRule>;

export type SettingKey = keyof typeof settingRules;

/** Is `value` allowed for `key`? */
export function settingAllows(key: SettingKey, value: string): boolean {
  const { values } = settingRules[key] as SettingRule;
  return values instanceof RegExp ? values.test(value) : values.includes(value);
}

/** The value of a setting among those that were read; its default while it is not known. */
export function settingValue(rows: readonly { key: string; value: string }[] | undefined, key: SettingKey): string {
  return rows?.find((row) => row.key === key)?.value ?? settingRules[key].default;
}
