import { useState } from 'react';

export type NotificationPermissionState = NotificationPermission | 'unsupported';

function current(): NotificationPermissionState {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
}

/** Whether desktop notifications are allowed, and how to ask for them. Browsers require a click for that. */
export function useNotificationPermission(): [NotificationPermissionState, () => Promise<void>] {
  const [state, setState] = useState(current);
  const ask = async () => {
    if (current() === 'default') await Notification.requestPermission();
    setState(current());
  };
  return [state, ask];
}

let pushed = false;

/** This browser is told by web push (`on`), which shows the same notices; or is not. */
export function leaveNoticesToPush(on: boolean): void {
  pushed = on;
}

/** Shows a desktop notification while the page is not visible. With the same `tag`, the newer one replaces the older. */
export function notifyDesktop(notice: { title: string; body: string; tag: string; icon?: string; onClick: () => void }): void {
  if (pushed || current() !== 'granted' || document.visibilityState === 'visible') return;
  try {
    const shown = new Notification(notice.title, { body: notice.body, tag: notice.tag, icon: notice.icon ?? '/favicon.svg', silent: true });
    shown.onclick = () => {
      window.focus();
      notice.onClick();
      shown.close();
    };
  } catch {
    // Phones have the constructor but allow notifications only from a service worker.
  }
}
