/** The company of a new installation, which runs the platform and whose subscription does not end. */
export const firstCompany = {
  name: 'Balcão',
  terms: { status: true, dueDate: '2099-12-31', trialExpiration: null, recurrence: 'MENSAL' },
} as const;

/** How its operator signs in unless the configuration says otherwise. */
export const firstOperator = { name: 'Administração', email: 'admin@balcao.local' } as const;
