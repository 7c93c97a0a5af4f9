import { PasswordInput, type PasswordInputProps } from '@mantine/core';

export const SHORTEST_PASSWORD = 12;

/** With the rules said before they are broken. */
export function NewPasswordInput({ label = 'Password', ...props }: PasswordInputProps) {
  return (
    <PasswordInput
      label={label}
      description={`At least ${SHORTEST_PASSWORD} characters; a few words in a row are easy to remember.`}
      autoComplete="new-password"
      minLength={SHORTEST_PASSWORD}
      required
      withAsterisk={false}
      {...props}
    />
  );
}
