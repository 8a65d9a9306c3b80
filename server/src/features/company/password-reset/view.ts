// The mails, in the language of their reader.
import { resetMinutes } from '@balcao/contract/password-rules';

export type Language = 'pt' | 'en' | 'es';
type Mail = { subject: string; text: string };

/** The mail with the code. Its link opens the form filled in; what stands behind `#` is sent to no server. */
export function resetMail(
  language: Language,
  { name, email, code, publicUrl }: Record<'name' | 'email' | 'code' | 'publicUrl', string>,
): Mail {
  const link = `${publicUrl}/forgetpsw#${new URLSearchParams({ email, code })}`;
  return {
    pt: {
      subject: 'Seu código para redefinir a senha',
      text: `Olá, ${name}.

Seu código para redefinir a senha é ${code}. Ele vale por ${resetMinutes} minutos, e uma vez só.

Digite-o na página em que você o pediu, ou abra ${link}

Se você não pediu, ignore este e-mail: sua senha continua a mesma.
`,
    },
    en: {
      subject: 'Your code to reset the password',
      text: `Hello ${name},

Your code to reset the password is ${code}. It works for ${resetMinutes} minutes, and only once.

Type it on the page where you asked for it, or open ${link}

If you did not ask for it, ignore this e-mail: your password stays the same.
`,
    },
    es: {
      subject: 'Tu código para restablecer la contraseña',
      text: `Hola, ${name}:

Tu código para restablecer la contraseña es ${code}. Vale por ${resetMinutes} minutos, y una sola vez.

Escríbelo en la página donde lo pediste, o abre ${link}

Si no lo pediste, ignora este correo: tu contraseña sigue siendo la misma.
`,
    },
  }[language];
}

/** The mail after another password was set by a code. */
export function changedMail(language: Language, { name, publicUrl }: Record<'name' | 'publicUrl', string>): Mail {
  const again = `${publicUrl}/forgetpsw`;
  return {
    pt: {
      subject: 'Sua senha foi redefinida',
      text: `Olá, ${name}.

Sua senha acaba de ser redefinida com um código enviado a este e-mail, e as sessões abertas foram encerradas.

Se não foi você, redefina-a de novo em ${again} e avise o administrador da sua empresa.
`,
    },
    en: {
      subject: 'Your password was reset',
      text: `Hello ${name},

Your password has just been reset with a code sent to this e-mail, and all open sessions were ended.

If that was not you, reset it again at ${again} and tell the administrator of your company.
`,
    },
    es: {
      subject: 'Tu contraseña fue restablecida',
      text: `Hola, ${name}:

Tu contraseña acaba de restablecerse con un código enviado a este correo, y las sesiones abiertas se cerraron.

Si no fuiste tú, restablécela de nuevo en ${again} y avisa al administrador de tu empresa.
`,
    },
  }[language];
}
