import type { Profile } from '@balcao/contract/user-rules';
import { t } from '../../../platform/i18n.ts';

/** A profile by its name. */
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

/** What somebody of a profile may do, in a sentence. */
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
