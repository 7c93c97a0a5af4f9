import { Button, TextInput } from '@mantine/core';
import type { Settings } from '../../../../src/workspaces/web-schema.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { FormError, Section, StatusBadge, useForm } from '../../components/index.ts';
import { type ButtonColors, buttonColors, isColor, OWN_COLOR } from './button-colors.ts';
import forms from './forms.module.css';
import styles from './settings.module.css';
import { useSaveSettings } from './use-save-settings.ts';

export function ColorSection({ settings }: { settings: Settings }) {
  const { can } = useWorkspace();
  const form = useForm({ brand_color: settings.brand_color ?? '' });
  const save = useSaveSettings(form);
  const { brand_color: text } = form.values;
  const color = text.trim().toLowerCase();
  const shown = isColor(color) ? color : OWN_COLOR;
  const submit = form.submit(() =>
    save.mutateAsync(
      form.edits.brand_color !== undefined ? { brand_color: color === '' ? null : color } : {},
    ),
  );
  return (
    <Section title="Color" description="Used for buttons on customer pages and in emails.">
      <form className={forms.form} onSubmit={submit} data-testid="color-form">
        <div className={styles.color}>
          <input
            type="color"
            aria-label="Pick a color"
            className={styles.picker}
            value={shown}
            disabled={!can('admin')}
            onChange={(event) => form.set('brand_color', event.currentTarget.value)}
          />
          <TextInput
            label="Color code"
            placeholder={OWN_COLOR}
            maxLength={7}
            spellCheck={false}
            autoComplete="off"
            disabled={!can('admin')}
            data-testid="brand-color"
            {...form.text('brand_color')}
            error={form.errors.brand_color ?? faultOf(color)}
          />
        </div>
        <Preview color={shown} />
        <FormError error={form.error} fields={form.fields} />
        {can('admin') && (
          <div className={forms.buttons}>
            <Button
              type="submit"
              loading={form.busy}
              disabled={faultOf(color) !== null}
              data-testid="save-color"
            >
              Save
            </Button>
            {color !== '' && (
              <Button variant="default" onClick={() => form.set('brand_color', '')}>
                Reset to default
              </Button>
            )}
          </div>
        )}
      </form>
    </Section>
  );
}

function faultOf(color: string): string | null {
  return color === '' || isColor(color) ? null : 'Enter a hex color, such as #0b6170.';
}

/** The customer's button in light and dark mode, in the colors that their page will have. */
function Preview({ color }: { color: string }) {
  const { light, dark } = buttonColors(color);
  return (
    <>
      <div className={styles.previews}>
        <CustomerButton name="Light" surface="light" colors={light} />
        <CustomerButton name="Dark" surface="dark" colors={dark} />
      </div>
      <p className={styles.contrast} data-testid="contrast">
        <StatusBadge text={`Contrast ${light.contrast.toFixed(1)}:1`} tone="good" />
        <span>{explain(light, dark)}</span>
      </p>
    </>
  );
}

function explain(light: ButtonColors, dark: ButtonColors): string {
  const ink = light.onFill === '#ffffff' ? 'White' : 'Black';
  const parts = [`${ink} text is readable on it.`];
  if (light.edge !== light.fill) parts.push('Too pale for light mode, so buttons get an outline.');
  if (dark.fill !== light.fill) parts.push('Lightened in dark mode for contrast.');
  return parts.join(' ');
}

function CustomerButton({
  name,
  surface,
  colors,
}: {
  name: string;
  surface: 'light' | 'dark';
  colors: ButtonColors;
}) {
  return (
    <div className={styles.preview} data-surface={surface}>
      <small>{name}</small>
      <span
        className={styles.customerButton}
        style={{ background: colors.fill, borderColor: colors.edge, color: colors.onFill }}
      >
        Take photo
      </span>
    </div>
  );
}
