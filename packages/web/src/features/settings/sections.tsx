import { Select, TagsInput } from '@mantine/core'
import { BROWSER_TIME_ZONE } from '@sightline/contract/settings.ts'
import { formatDate } from '@sightline/domain/format/date.ts'
import { useState } from 'react'
import { useSession } from '../../app/session.ts'
import { timeZoneChoices } from '../../ui/time-zone.tsx'
import styles from './OrganizationPage.module.css'
import { Section, type SettingsFieldsProps, SwitchSetting, TextSetting } from './SettingFields.tsx'

/** Formats of dates, numbers and missing values. */
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
        description="Times in results, charts, emails and files. Users can choose another one in their profile. For emails, files and scheduled runs, “each user's browser” means UTC."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[{ value: BROWSER_TIME_ZONE, label: 'Each user’s browser' }, ...timeZoneChoices(settings.time_zone)]}
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

/** Features that can be switched on or off. */
export function FeatureFields(at: SettingsFieldsProps) {
  return (
    <Section title="Features">
      <SwitchSetting
        name="feature_show_permissions_control"
        label="Permissions control"
        description="Owners may let others edit a single query or dashboard."
        {...at}
      />
      <SwitchSetting
        name="send_email_on_failed_scheduled_queries"
        label="Failure emails"
        description="The owners of scheduled queries that fail get an email, at most one an hour."
        {...at}
      />
      <SwitchSetting
        name="multi_byte_search_enabled"
        label="Multi-byte search"
        description="Finds queries by any piece of their name or description: for languages without spaces. Slower on many queries."
        {...at}
      />
      <SwitchSetting
        name="disable_public_urls"
        label="No public dashboards"
        description="Dashboards can no longer be shared with everybody, and addresses that were shared do not open."
        {...at}
      />
      <SwitchSetting
        name="share_new_data_sources"
        label="New data sources for everybody"
        description="A new data source is shared with the group default unless an admin chooses other groups. Off: only admins may use it until they share it."
        {...at}
      />
      <SwitchSetting
        name="beacon_consent"
        label="Usage reports"
        description="Your answer is kept here. Sightline sends nothing anywhere."
        {...at}
      />
    </Section>
  )
}

interface SignInFieldsProps extends SettingsFieldsProps {
  canDisablePasswords: boolean
}

/** Sign-in methods. */
export function SignInFields({ canDisablePasswords, ...at }: SignInFieldsProps) {
  const { settings, onChange } = at
  return (
    <Section title="Signing In" help="authentication-options">
      <SwitchSetting
        name="auth_password_login_enabled"
        label="Password login"
        description={
          canDisablePasswords
            ? 'Switched off, everybody signs in by one of the other ways: try them first. Should all of them fail, the operator brings passwords back with “npm run admin -- enable-password-login”.'
            : 'It stays on as long as there is no other way in, such as Google, OpenID Connect, SAML or LDAP.'
        }
        disabled={!canDisablePasswords}
        {...at}
      />
      <TagsInput
        label="Google domains"
        description="Whoever signs in with Google and an address in one of these domains gets an account. Enter adds a domain."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={settings.auth_google_apps_domains}
        onChange={(auth_google_apps_domains) => onChange({ auth_google_apps_domains })}
        acceptValueOnBlur
        // There are no suggestions.
        comboboxProps={{ disabled: true }}
      />
      <SwitchSetting
        name="auth_saml_enabled"
        label="SAML"
        description="People sign in at the identity provider of your organization."
        {...at}
      />
      {settings.auth_saml_enabled && <SamlFields {...at} />}
    </Section>
  )
}

function SamlFields(at: SettingsFieldsProps) {
  const isSetUp = at.settings.auth_saml_type === 'static' || at.settings.auth_saml_metadata_url !== ''
  return (
    <div className={styles.details}>
      <TextSetting
        name="auth_saml_metadata_url"
        label="Metadata URL"
        type="url"
        {...at}
        {...(isSetUp ? {} : { description: 'Until it is known, nobody can sign in with SAML.' })}
      />
      <TextSetting name="auth_saml_entity_id" label="Entity ID" {...at} />
      <TextSetting name="auth_saml_nameid_format" label="NameID format" {...at} />
    </div>
  )
}
