import { Select, TagsInput } from '@mantine/core'
import { MAX_API_KEY_DAYS } from '@sightline/contract/api-key-scopes.ts'
import { type DefaultTheme, FROM_BROWSER } from '@sightline/contract/settings.ts'
import { formatDate } from '@sightline/domain/format/date.ts'
import { useState } from 'react'
import { useSession } from '../../app/session.ts'
import { timeZoneChoices, weekStartChoices } from '../../ui/time-zone.tsx'
import { ChartColorsField } from './ChartColorsField.tsx'
import { GroupMappings } from './GroupMappings.tsx'
import { LogoField } from './LogoField.tsx'
import styles from './OrganizationPage.module.css'
import { ScimTokens } from './ScimTokens.tsx'
import { DaysSetting, Section, type SettingsFieldsProps, SwitchSetting, TextSetting } from './SettingFields.tsx'

const themes = [
  { value: 'auto', label: 'As on each device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] satisfies { value: DefaultTheme; label: string }[]

/** How the organization looks. */
export function AppearanceFields({ settings, onChange }: SettingsFieldsProps) {
  return (
    <Section title="Appearance">
      <LogoField />
      <Select
        label="Default theme"
        description="For everybody who has not chosen a theme, and for public dashboards and embeds."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={themes}
        value={settings.default_theme}
        onChange={(default_theme) => default_theme !== null && onChange({ default_theme })}
        allowDeselect={false}
      />
      <ChartColorsField colors={settings.chart_colors} onChange={(chart_colors) => onChange({ chart_colors })} />
    </Section>
  )
}

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
        description={`Times are shown in this time zone; users can choose another one in their profile. ${
          settings.time_zone === FROM_BROWSER ? 'Emails and scheduled runs use UTC.' : 'Emails and scheduled runs use it too.'
        }`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[{ value: FROM_BROWSER, label: 'Each user’s browser' }, ...timeZoneChoices(settings.time_zone)]}
        value={settings.time_zone}
        onChange={(time_zone) => time_zone !== null && onChange({ time_zone })}
        allowDeselect={false}
        searchable
        limit={100}
        nothingFoundMessage="No time zone has this name."
      />
      <Select
        label="First day of the week"
        description="In calendars, and for “This week” and “Last week”; users can choose another one in their profile."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[{ value: FROM_BROWSER, label: 'By the language of each user’s browser' }, ...weekStartChoices]}
        value={settings.week_start}
        onChange={(week_start) => week_start !== null && onChange({ week_start })}
        allowDeselect={false}
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
        description="Shown for NULL. Leave “null” to show a dash."
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
        description="Owners can let others edit individual queries and dashboards."
        {...at}
      />
      <SwitchSetting
        name="send_email_on_failed_scheduled_queries"
        label="Failure emails"
        description="Owners get an email when their scheduled queries fail, at most one per hour."
        {...at}
      />
      <SwitchSetting
        name="multi_byte_search_enabled"
        label="Match partial words"
        description="Finds queries by any part of their name or description, for languages without spaces such as Chinese or Japanese. Slower with many queries."
        {...at}
      />
      <SwitchSetting
        name="disable_public_urls"
        label="Disable public dashboards"
        description="Turns off public sharing. Existing links stop working."
        {...at}
      />
      <SwitchSetting
        name="share_new_data_sources"
        label="Share new data sources with everyone"
        description="New data sources are shared with the default group unless an admin chooses other groups. If this is off, only admins can use a new data source until they share it."
        {...at}
      />
      <DaysSetting
        name="max_api_key_days"
        label="Longest lifetime of API keys"
        description="In days, for new keys with scopes. Empty: keys need not expire."
        max={MAX_API_KEY_DAYS}
        {...at}
      />
      <SwitchSetting
        name="beacon_consent"
        label="Usage reports"
        description="Only stores your choice. Sightline does not send usage data."
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
    <Section title="Sign-in" help="authentication-options">
      <SwitchSetting
        name="auth_password_login_enabled"
        label="Password login"
        description={
          canDisablePasswords
            ? 'When this is off, everyone signs in with another method. Test the other methods first. If they all fail, the operator can turn passwords back on with the admin CLI, by “enable-password-login”.'
            : 'Can be turned off once another sign-in method is set up, such as Google, OpenID Connect, SAML or LDAP.'
        }
        disabled={!canDisablePasswords}
        {...at}
      />
      <SwitchSetting
        name="require_second_factor"
        label="Require a second factor for password accounts"
        description="People without one set up an authenticator app when they next sign in with their password. Sessions that are open go on. API keys and other sign-in methods do not ask for it."
        {...at}
      />
      <TagsInput
        label="Google domains"
        description="Users who sign in with Google and an email address in one of these domains get an account. Press Enter to add a domain."
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
        description="Users sign in through the identity provider of your organization."
        {...at}
      />
      {settings.auth_saml_enabled && <SamlFields {...at} />}
    </Section>
  )
}

/** Groups that users get from the identity provider at sign-in. */
export function SignInGroupFields(at: SettingsFieldsProps) {
  return (
    <Section title="Groups at sign-in">
      <TextSetting
        name="auth_oidc_groups_claim"
        label="OpenID Connect claim with the groups"
        description="For example groups. Leave empty if the provider sends no groups: then they stay as they are."
        {...at}
      />
      <TextSetting
        name="auth_saml_groups_attribute"
        label="SAML attribute with the groups"
        description="For example memberOf."
        {...at}
      />
      <TextSetting
        name="auth_ldap_groups_attribute"
        label="LDAP attribute with the groups"
        description="For example memberOf."
        {...at}
      />
      <GroupMappings />
    </Section>
  )
}

/** How an identity provider manages users and groups. */
export function ProvisioningFields() {
  return (
    <Section title="Provisioning">
      <ScimTokens />
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
        {...(isSetUp ? {} : { description: 'Required before anyone can sign in with SAML.' })}
      />
      <TextSetting name="auth_saml_entity_id" label="Entity ID" {...at} />
      <TextSetting name="auth_saml_nameid_format" label="NameID format" {...at} />
    </div>
  )
}
