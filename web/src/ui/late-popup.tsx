// A button and what it opens, made when somebody reaches for the button: a closed menu costs as much as several messages. Each conversation
// that is opened has some, and each of its messages two. They would also keep the browser from drawing it before all that comes after.
import { Menu, type MenuProps, Popover, type PopoverProps } from '@mantine/core';
import { type ReactNode, Suspense, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import css from './late-popup.module.css';

/** What the button is to be given. */
type PopupButton = {
  id: string;
  'aria-haspopup': 'menu' | 'dialog';
  'aria-expanded': boolean;
  onClick: () => void;
  onMouseDown: (event: SyntheticEvent) => void;
  onTouchStart: (event: SyntheticEvent) => void;
};

type Late = {
  button: (given: PopupButton) => ReactNode;
  /** What opens. */
  children: ReactNode;
};
type Opened = { opened: boolean; onChange: (opened: boolean) => void };

type LateMenuProps = Late & { onToggle?: (opened: boolean) => void } & Pick<
    MenuProps,
    'position' | 'width' | 'withInitialFocusPlaceholder'
  >;

/** A menu; `children` are its items. */
export function LateMenu({ button, children, onToggle, ...menu }: LateMenuProps) {
  const [opened, setOpened] = useState(false);
  const onChange = (now: boolean) => {
    setOpened(now);
    onToggle?.(now);
  };
  return (
    <Reach kind="menu" opened={opened} onChange={onChange} button={button}>
      {(shown, id) => (
        <Menu opened={shown} onChange={onChange} {...menu}>
          <Menu.Target>
            <span className={css.anchor} aria-hidden />
          </Menu.Target>
          <Menu.Dropdown aria-labelledby={id}>{children}</Menu.Dropdown>
        </Menu>
      )}
    </Reach>
  );
}

/**
 * A small dialog beside its button, which gets the focus and gives it back unless `returnFocus` is false. `className` and `padding` are those of the dialog; `fallback` is
 * there until what opens is loaded.
 */
export function LatePopover({
  opened,
  onChange,
  button,
  children,
  className,
  padding,
  fallback,
  ...popover
}: Late &
  Opened & { className?: string; padding: number; fallback?: ReactNode } & Pick<PopoverProps, 'position' | 'width' | 'returnFocus'>) {
  return (
    <Reach kind="dialog" opened={opened} onChange={onChange} button={button}>
      {(shown, id) => (
        <Popover opened={shown} onChange={onChange} trapFocus returnFocus {...popover}>
          <Popover.Target>
            <span className={css.anchor} aria-hidden />
          </Popover.Target>
          <Popover.Dropdown p={padding} {...(className && { className })} aria-labelledby={id}>
            <Suspense fallback={fallback}>
              {children}
              <LateFocus />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      )}
    </Reach>
  );
}

/** What comes after the dialog has been opened gets the focus that the dialog itself holds until then. */
function LateFocus() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = mark.current?.closest('[role="dialog"]');
    if (!dialog || dialog !== document.activeElement) return;
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>('button:enabled');
    first?.focus({ preventScroll: true });
  }, []);
  return <span ref={mark} hidden />;
}

type ReachProps = Opened & {
  kind: PopupButton['aria-haspopup'];
  button: Late['button'];
  children: (shown: boolean, buttonId: string) => ReactNode;
};

function Reach({ kind, opened, onChange, button, children }: ReachProps) {
  const [made, setMade] = useState(false);
  const id = useId();
  const make = () => setMade(true);
  // Opened by a key, it is there closed first: otherwise it would not know where the focus was.
  useEffect(() => {
    if (opened) setMade(true);
  }, [opened]);
  // Pressing the button does not count as pressing outside, so that the click closes for good.
  const stay = (event: SyntheticEvent) => {
    if (opened) event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that somebody reaches for its button.
    <span className={css.place} onPointerEnter={make} onFocus={make}>
      {button({
        id,
        'aria-haspopup': kind,
        'aria-expanded': opened,
        onClick: () => onChange(!opened),
        onMouseDown: stay,
        onTouchStart: stay,
      })}
      {(made || opened) && children(opened && made, id)}
    </span>
  );
}
