import { Select } from '@mantine/core'
import { formatDate } from '@sightline/domain/format/date.ts'
import { useState } from 'react'
import { useSession } from '../../app/session.tsx'
import styles from './OrganizationPage.module.css'
import type { SettingsFieldsProps } from './OrganizationPage.tsx'
import { Section } from './Section.tsx'
import { TextSetting } from './SettingFields.tsx'

/** How dates, numbers and missing values are written. */
export function FormatFields(at: SettingsFieldsProps) {
  const { settings, onChange } = at
  const { dateFormatList, timeFormatList } = useSession().client_config
  const [now] = useState(() => Date.now())
  const choices = (patterns: string[], chosen: string) =>
    [...new Set([...patterns, chosen])].map((pattern) => ({
      value: pattern,
      label: `${pattern} (${formatDate(now, pattern)})`,
    }))

  return (
    <Section title="Formats">
      <div className={styles.pair}>
        <Select
          label="Date format"
          data={choices(dateFormatList, settings.date_format)}
          value={settings.date_format}
          onChange={(date_format) => date_format !== null && onChange({ date_format })}
          allowDeselect={false}
        />
        <Select
          label="Time format"
          data={choices(timeFormatList, settings.time_format)}
          value={settings.time_format}
          onChange={(time_format) => time_format !== null && onChange({ time_format })}
          allowDeselect={false}
        />
      </div>
      <Select
        label="Time zone"
        description="Scheduled runs read dynamic dates such as “yesterday” in this zone."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={timeZones(settings.time_zone)}
        value={settings.time_zone}
        onChange={(time_zone) => time_zone !== null && onChange({ time_zone })}
        allowDeselect={false}
        searchable
        limit={100}
        nothingFoundMessage="No time zone has that name."
      />
      <div className={styles.pair}>
        <TextSetting name="integer_format" label="Integer format" {...at} />
        <TextSetting name="float_format" label="Float format" {...at} />
      </div>
      <div className={styles.pair}>
        <TextSetting name="thousands_separator" label="Thousands separator" {...at} />
        <TextSetting name="decimal_separator" label="Decimal separator" {...at} />
      </div>
      <TextSetting
        name="null_value"
        label="Missing values"
        description="What tables show for NULL; left at null, a dash."
        {...at}
      />
    </Section>
  )
}

const timeZones = (chosen: string) => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), chosen])]
