import { t } from '@lingui/core/macro'
import { Select, useComputedColorScheme } from '@mantine/core'
import { type TableColorName, tableColorNames, tableColors } from '@sightline/domain/table-columns/table-colors.ts'
import styles from './ColorRules.module.css'

const names: Record<TableColorName, string> = {
  red: t`Red`,
  orange: t`Orange`,
  green: t`Green`,
  blue: t`Blue`,
  purple: t`Purple`,
  gray: t`Gray`,
}

interface TableColorSelectProps {
  label: string
  value: TableColorName
  onChange(color: TableColorName): void
}

/** Selects a color of cells, each with a sample. */
export function TableColorSelect({ label, value, onChange }: TableColorSelectProps) {
  const colors = tableColors[useComputedColorScheme('light')]
  const swatch = (name: TableColorName) => <span className={styles.swatch} style={{ background: colors[name].strong }} />
  return (
    <Select
      label={label}
      data={tableColorNames.map((name) => ({ value: name, label: names[name] }))}
      value={value}
      allowDeselect={false}
      leftSection={swatch(value)}
      onChange={(name) => onChange(tableColorNames.find((one) => one === name) ?? value)}
      renderOption={({ option }) => (
        <span className={styles.option}>
          {swatch(tableColorNames.find((one) => one === option.value) ?? value)}
          {option.label}
        </span>
      )}
    />
  )
}
