import { Switch } from '@mantine/core'

interface SwitchRowProps {
  label: string
  checked: boolean
  onChange(checked: boolean): void
}

/** A switch at the end of its line. */
export function SwitchRow({ label, checked, onChange }: SwitchRowProps) {
  return (
    <Switch
      label={label}
      labelPosition="left"
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      styles={{
        body: { justifyContent: 'space-between', alignItems: 'center', minHeight: 24 },
        label: { fontSize: 13, paddingInlineEnd: 12 },
      }}
    />
  )
}
