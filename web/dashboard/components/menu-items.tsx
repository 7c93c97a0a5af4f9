import { Menu, type MenuDropdownProps } from '@mantine/core';

/**
 * What a menu offers. Its button has the focus again before anything happens: a dialog that opens then gives it back
 * to the button, and not to an item that is gone.
 */
export function MenuItems(props: MenuDropdownProps) {
  return (
    <Menu.Dropdown
      {...props}
      onClickCapture={({ currentTarget }) => {
        document.getElementById(currentTarget.getAttribute('aria-labelledby') ?? '')?.focus();
      }}
    />
  );
}
