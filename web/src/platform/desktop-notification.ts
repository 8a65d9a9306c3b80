import { useState } from 'react';

export type NotificationPermissionState = NotificationPermission | 'unsupported';

function current(): NotificationPermissionState {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
}

/** Whether notices may appear on the desktop, and how to ask for it (from a click only, as browsers demand). */
export function useNotificationPermission(): [NotificationPermissionState, () => Promise<void>] {
  const [state, setState] = useState(current);
  const ask = async () => {
    if (current() === 'default') await Notification.requestPermission();
    setState(current());
  };
  return [state, ask];
}

/** Shows a notice on the desktop while the page is out of sight. Same `tag`: the newer replaces the older. */
export function notifyDesktop(notice: { title: string; body: string; tag: string; icon?: string; onClick: () => void }): void {
  if (current() !== 'granted' || document.visibilityState === 'visible') return;
  try {
    const shown = new Notification(notice.title, { body: notice.body, tag: notice.tag, icon: notice.icon ?? '/favicon.svg', silent: true });
    shown.onclick = () => {
      window.focus();
      notice.onClick();
      shown.close();
    };
  } catch {
    // Phones offer the constructor but allow notices only from a service worker.
  }
}
