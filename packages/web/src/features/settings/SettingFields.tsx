import { Checkbox, NumberInput, TextInput } from '@mantine/core'
import type { SettingsChanges, ShownSettings } from '@sightline/contract/settings.ts'
import type { ReactNode } from 'react'
import { HelpLink } from '../../app/help/HelpLink.tsx'
import type { HelpTopic } from '../../app/help/help-topics.ts'
import styles from './OrganizationPage.module.css'

/** The names of the settings with values of a type. */
type NameOf<Value> = {
  [Name in keyof ShownSettings]-?: ShownSettings[Name] extends Value ? Name : never
}[keyof ShownSettings]

/** The props of each section. */
export interface SettingsFieldsProps {
  settings: ShownSettings
  onChange(changes: SettingsChanges): void
}

interface SettingProps<Value> extends SettingsFieldsProps {
  name: NameOf<Value>
  label: string
  description?: string
}

/** A boolean setting; an unset one is off. */
export function SwitchSetting({
  name,
  settings,
  onChange,
  ...props
}: SettingProps<boolean | null | undefined> & { description: string; disabled?: boolean }) {
  return (
    <Checkbox
      {...props}
      checked={settings[name] ?? false}
      onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
    />
  )
}

/** A text setting. */
export function TextSetting({
  name,
  settings,
  onChange,
  ...props
}: SettingProps<string> & { type?: 'url'; maxLength?: number; error?: string | null }) {
  return (
    <TextInput
      {...props}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={settings[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
}

/** A setting in whole days; empty for no limit. */
export function DaysSetting({
  name,
  settings,
  onChange,
  ...props
}: SettingProps<number | null> & { description: string; max: number }) {
  return (
    <NumberInput
      {...props}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={1}
      allowDecimal={false}
      clampBehavior="blur"
      value={settings[name] ?? ''}
      onChange={(days) => onChange({ [name]: days === '' ? null : Number(days) })}
    />
  )
}

interface SectionProps {
  title: string
  /** Help topic of the section. */
  help?: HelpTopic
  children: ReactNode
}

/** A section of the form with its title. */
export function Section({ title, help, children }: SectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.legend}>{title}</h2>
        {help !== undefined && <HelpLink topic={help} />}
      </div>
      {children}
    </section>
  )
}
