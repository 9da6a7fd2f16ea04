import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Popover, TextInput, UnstyledButton, useComputedColorScheme } from '@mantine/core'
import { useState } from 'react'
import styles from './ColorField.module.css'
import { palette, parseColor, shownColor } from './palette.ts'

interface ColorFieldProps {
  /** Accessible name of the field. */
  label: string
  /** The stored colour; null for the automatic one. */
  value: string | null
  /** The stored value of the automatic colour, shown while `value` is null; null if there is none. */
  automatic: string | null
  onChange(value: string | null): void
}

/** The names of the palette, by their English names. */
const names: Readonly<Record<string, string>> = {
  Blue: t`Blue`,
  Red: t`Red`,
  Green: t`Green`,
  Purple: t`Purple`,
  Cyan: t`Cyan`,
  Orange: t`Orange`,
  'Light Blue': t`Light Blue`,
  Lilac: t`Lilac`,
  'Light Green': t`Light Green`,
  Brown: t`Brown`,
  Black: t`Black`,
  Gray: t`Gray`,
  Pink: t`Pink`,
  'Dark Blue': t`Dark Blue`,
  Amber: t`Amber`,
  Teal: t`Teal`,
  Magenta: t`Magenta`,
  Olive: t`Olive`,
  Coral: t`Coral`,
  Slate: t`Slate`,
}
const nameOf = (color: string) => names[color] ?? color

/** A swatch that opens the palette and a text field for any other colour. */
export function ColorField({ label, value, automatic, onChange }: ColorFieldProps) {
  const scheme = useComputedColorScheme('light')
  const [isOpen, setIsOpen] = useState(false)
  const [draft, setDraft] = useState<string | null>(null)
  const [isRefused, setIsRefused] = useState(false)
  const current = value ?? automatic ?? ''
  const displayName =
    value === null ? t`Automatic` : nameOf(palette.find(({ light }) => light === value.toUpperCase())?.name ?? value)

  const type = (text: string | null) => {
    setDraft(text)
    setIsRefused(false)
  }
  const open = (next: boolean) => {
    type(null)
    setIsOpen(next)
  }
  const choose = (color: string | null) => {
    type(null)
    onChange(color)
  }
  // Applied on completion only, because a partly typed colour is invalid.
  const finish = () => {
    if (draft === null || draft.trim() === '' || parseColor(draft) !== null) type(null)
    else setIsRefused(true)
  }
  return (
    <Popover opened={isOpen} onChange={open} position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <UnstyledButton
          className={styles.target}
          aria-label={t`Color of ${label}: ${displayName}`}
          aria-expanded={isOpen}
          onClick={() => open(!isOpen)}
        >
          <span className={styles.swatch} style={{ '--swatch': shownColor(current, scheme) }} />
          <span>{displayName}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.grid}>
          {palette.map(({ name, light }) => (
            <UnstyledButton
              key={name}
              className={styles.choice}
              aria-label={nameOf(name)}
              title={nameOf(name)}
              aria-pressed={value?.toUpperCase() === light}
              style={{ '--swatch': shownColor(light, scheme) }}
              onClick={() => choose(light)}
            />
          ))}
        </div>
        <div className={styles.free}>
          <TextInput
            aria-label={t`Custom Color`}
            size="sm"
            placeholder={t`#RRGGBB or a name`}
            value={draft ?? value ?? ''}
            error={isRefused && t`Not a color. Try a name, #RRGGBB, rgb() or hsl().`}
            errorProps={{ role: 'alert' }}
            onChange={(event) => {
              const text = event.currentTarget.value
              type(text)
              const color = parseColor(text)
              if (color !== null) onChange(color)
            }}
            onKeyDown={({ key }) => key === 'Enter' && finish()}
            onBlur={finish}
          />
          {automatic !== null && (
            <Button variant="default" size="sm" disabled={value === null} onClick={() => choose(null)}>
              <Trans>Automatic</Trans>
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
