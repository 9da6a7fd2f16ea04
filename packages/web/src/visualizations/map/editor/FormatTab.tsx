import { Textarea } from '@mantine/core'
import { SwitchRow } from '../../EditorFields.tsx'
import type { EditorProps } from '../../visualization.ts'
import type { MapOptions } from '../options.ts'

const texts = [
  { key: 'popup', name: 'Popup' },
  { key: 'tooltip', name: 'Tooltip' },
] as const

/** The templates of popups and tooltips. */
export function FormatTab({ options, onChange }: EditorProps<MapOptions>) {
  return texts.map(({ key, name }) => (
    <div key={key} style={{ display: 'contents' }}>
      <SwitchRow
        label={`Show ${name}`}
        checked={options[key].enabled}
        onChange={(enabled) => onChange({ [key]: { ...options[key], enabled } })}
      />
      <Textarea
        label={`${name} Template`}
        description="{{ column }} is a value of the row; HTML is allowed."
        placeholder="All values of the row"
        autosize
        minRows={2}
        maxRows={8}
        disabled={!options[key].enabled}
        value={options[key].template}
        onChange={(event) => onChange({ [key]: { ...options[key], template: event.currentTarget.value } })}
      />
    </div>
  ))
}
