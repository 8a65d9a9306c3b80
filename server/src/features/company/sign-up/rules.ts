/** The company of a new installation. It runs the platform, and its subscription does not end. */
export const firstCompany = {
  name: 'Balcão',
  terms: { status: true, dueDate: '2099-12-31', trialExpiration: null, recurrence: 'MENSAL' },
} as const;

/** Its operator, unless the configuration has another e-mail. */
export const firstOperator = { name: 'Administração', email: 'admin@balcao.local' } as const;
