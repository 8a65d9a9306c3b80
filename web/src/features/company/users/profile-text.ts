import type { Profile } from '@balcao/contract/user-rules';
import { t } from '../../../platform/i18n.ts';

/** The name of a profile. */
export function profileText(profile: Profile): string {
  switch (profile) {
    case 'admin':
      return t('Administrador');
    case 'supervisor':
      return t('Supervisor');
    case 'user':
      return t('Usuário');
  }
}

/** What people with this profile may do, in a sentence. */
export function profileHint(profile: Profile): string {
  switch (profile) {
    case 'admin':
      return t('Vê todas as conversas e configura a empresa.');
    case 'supervisor':
      return t('Atende nas suas filas e organiza as tags da equipe.');
    case 'user':
      return t('Atende as conversas das suas filas.');
  }
}
