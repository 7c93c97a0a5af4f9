import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { MIN_PASSWORD_LENGTH } from '../../../src/shared/password-length.ts';

/** With the rules said before they are broken. */
export function NewPasswordInput({ label = 'Password', ...props }: PasswordInputProps) {
  return (
    <PasswordInput
      label={label}
      description={`At least ${MIN_PASSWORD_LENGTH} characters. A few unrelated words work well.`}
      autoComplete="new-password"
      minLength={MIN_PASSWORD_LENGTH}
      required
      withAsterisk={false}
      {...props}
    />
  );
}
