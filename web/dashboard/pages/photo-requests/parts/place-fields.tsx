import { NumberInput, TextInput } from '@mantine/core';
import type { FormOf } from './content/form-of.ts';
import layout from './form-layout.module.css';
import { MAX_RADIUS_M, type PlaceDraft, USUAL_RADIUS_M } from './place.ts';

export const PLACE_FIELDS = [
  'expected_location',
  'expected_location.lat',
  'expected_location.lng',
  'expected_location.radius_m',
];

/** Where the photos should be taken. */
export function PlaceFields({ form }: { form: FormOf<{ expected_location: PlaceDraft }> }) {
  const { expected_location: place } = form.values;
  const { errors } = form;
  const set = (changes: Partial<PlaceDraft>) => form.set('expected_location', { ...place, ...changes });
  return (
    <div>
      <h3>Expected location</h3>
      <p className={layout.hint}>A photo taken elsewhere gets a warning.</p>
      <div className={layout.pair}>
        <TextInput
          label="Latitude, longitude"
          placeholder="52.52, 13.405"
          value={place.coordinates}
          onChange={(event) => set({ coordinates: event.currentTarget.value })}
          error={
            errors.expected_location ?? errors['expected_location.lat'] ?? errors['expected_location.lng']
          }
          maxLength={80}
          autoComplete="off"
          data-testid="expected-location"
        />
        <NumberInput
          label="Radius in meters"
          placeholder={String(USUAL_RADIUS_M)}
          value={place.radius}
          onChange={(radius) => set({ radius: typeof radius === 'number' ? radius : '' })}
          error={errors['expected_location.radius_m']}
          min={1}
          max={MAX_RADIUS_M}
          allowDecimal={false}
          thousandSeparator=","
          disabled={place.coordinates.trim() === ''}
          data-testid="expected-radius"
        />
      </div>
    </div>
  );
}
