import { type Profile, userLimits } from '@balcao/contract/user-rules';
import type { UserView } from '@balcao/contract/users';
import { t } from '../../../platform/i18n.ts';
import { isEmail, lengthProblem } from '../../../ui/fields/field-rules.ts';
import { currentPasswordProblem } from './current-password.tsx';

export type UserValues = {
  name: string;
  email: string;
  /** Empty keeps the old one. */
  password: string;
  /** Only for changing one's own e-mail or password. */
  currentPassword: string;
  profile: Profile;
  queueIds: string[];
  /** Id of the default connection as text; null is none. */
  whatsappId: string | null;
  allTicket: boolean;
  exportContacts: boolean;
  /** Empty is as many as each queue says. */
  assignmentCapacity: number | '';
};

/** The form of a new or existing user. */
export function userValues(user: UserView | null): UserValues {
  const empty = { password: '', currentPassword: '' };
  if (!user)
    return {
      ...empty,
      name: '',
      email: '',
      profile: 'user',
      queueIds: [],
      whatsappId: null,
      allTicket: false,
      exportContacts: false,
      assignmentCapacity: '',
    };
  return {
    ...empty,
    name: user.name,
    email: user.email,
    profile: user.profile,
    queueIds: user.queues.map(({ id }) => String(id)),
    whatsappId: user.whatsappId === null ? null : String(user.whatsappId),
    allTicket: user.allTicket === 'enabled',
    exportContacts: user.exportContacts,
    assignmentCapacity: user.assignmentCapacity ?? '',
  };
}

/** The validation rules of the form. A new user needs a password. `own`: the record of whoever fills in the form. */
export function userRules(isNew: boolean, own: Pick<UserView, 'email'> | null = null) {
  return {
    currentPassword: (_: string, values: UserValues) => (own ? currentPasswordProblem(own, values) : null),
    name: (name: string) => lengthProblem(name.trim(), userLimits.nameMin, userLimits.nameMax),
    email: (email: string) => {
      if (email.trim() === '') return t('Obrigatório');
      return isEmail(email) ? null : t('E-mail inválido');
    },
    password: (password: string) =>
      password === '' && !isNew ? null : lengthProblem(password, userLimits.passwordMin, userLimits.passwordMax),
  };
}

/** The form of a new user as a request body. */
export function newUserBody(values: UserValues) {
  return { ...commonBody(values), password: values.password };
}

/** The form of a changed user as a request body. Without a password the old one stays. */
export function changedUserBody(values: UserValues) {
  const { password, currentPassword } = values;
  return { ...commonBody(values), ...(password === '' ? {} : { password }), ...(currentPassword === '' ? {} : { currentPassword }) };
}

function commonBody(values: UserValues) {
  return {
    name: values.name.trim(),
    email: values.email.trim(),
    profile: values.profile,
    queueIds: values.queueIds.map(Number),
    whatsappId: values.whatsappId === null ? null : Number(values.whatsappId),
    allTicket: values.allTicket ? ('enabled' as const) : ('disabled' as const),
    exportContacts: values.exportContacts,
    assignmentCapacity: values.assignmentCapacity === '' ? null : values.assignmentCapacity,
  };
}
