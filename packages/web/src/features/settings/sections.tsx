import { t } from '@lingui/core/macro'
import { Select, TagsInput } from '@mantine/core'
import { MAX_API_KEY_DAYS } from '@sightline/contract/api-key-scopes.ts'
import { languages } from '@sightline/contract/languages.ts'
import { type DefaultTheme, FROM_BROWSER, MAX_NAME_LENGTH } from '@sightline/contract/settings.ts'
import { formatDate } from '@sightline/domain/format/date.ts'
import { LANGUAGE_NAMES } from '@sightline/domain/languages.ts'
import { useState } from 'react'
import { useSession } from '../../app/session.ts'
import { timeZoneChoices, weekStartOptions } from '../../ui/time-zone.tsx'
import { ChartColorsField } from './ChartColorsField.tsx'
import { GroupMappings } from './GroupMappings.tsx'
import { LogoField } from './LogoField.tsx'
import styles from './OrganizationPage.module.css'
import { ScimTokens } from './ScimTokens.tsx'
import { DaysSetting, Section, type SettingsFieldsProps, SwitchSetting, TextSetting } from './SettingFields.tsx'

const themes = [
  { value: 'auto', label: t`As on each device` },
  { value: 'light', label: t`Light` },
  { value: 'dark', label: t`Dark` },
] satisfies { value: DefaultTheme; label: string }[]

/** How the organization is named and looks. */
export function AppearanceFields(at: SettingsFieldsProps) {
  const { settings, onChange } = at
  return (
    <Section title={t`Appearance`}>
      <TextSetting
        {...at}
        name="org_name"
        label={t`Organization`}
        description={t`The name in the profile menu, before sign-in, in page titles, emails and exported dashboards.`}
        maxLength={MAX_NAME_LENGTH}
        error={settings.org_name.trim() === '' ? t`Enter the name of the organization.` : null}
      />
      <LogoField />
      <Select
        label={t`Default theme`}
        description={t`For everybody who has not chosen a theme, and for public dashboards and embeds.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={themes}
        value={settings.default_theme}
        onChange={(default_theme) => default_theme !== null && onChange({ default_theme })}
        allowDeselect={false}
      />
      <Select
        label={t`Language`}
        description={t`Of messages to chats and other destinations, and of people who have chosen no language and whose browser asks for none of these.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        value={settings.language}
        onChange={(language) => language !== null && onChange({ language })}
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
    <Section title={t`Formats`}>
      <div className={styles.pair}>
        <Select
          label={t`Date format`}
          data={choices(dateFormatList, settings.date_format)}
          value={settings.date_format}
          onChange={(date_format) => date_format !== null && onChange({ date_format })}
          allowDeselect={false}
        />
        <Select
          label={t`Time format`}
          data={choices(timeFormatList, settings.time_format)}
          value={settings.time_format}
          onChange={(time_format) => time_format !== null && onChange({ time_format })}
          allowDeselect={false}
        />
      </div>
      <Select
        label={t`Time zone`}
        description={
          settings.time_zone === FROM_BROWSER
            ? t`Times are shown in this time zone; users can choose another one in their profile. Emails and scheduled runs use UTC.`
            : t`Times are shown in this time zone; users can choose another one in their profile. Emails and scheduled runs use it too.`
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[{ value: FROM_BROWSER, label: t`Each user’s browser` }, ...timeZoneChoices(settings.time_zone)]}
        value={settings.time_zone}
        onChange={(time_zone) => time_zone !== null && onChange({ time_zone })}
        allowDeselect={false}
        searchable
        limit={100}
        nothingFoundMessage={t`No time zone has this name.`}
      />
      <Select
        label={t`First day of the week`}
        description={t`In calendars, and for “This week” and “Last week”; users can choose another one in their profile.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[{ value: FROM_BROWSER, label: t`By the language of each user’s browser` }, ...weekStartOptions()]}
        value={settings.week_start}
        onChange={(week_start) => week_start !== null && onChange({ week_start })}
        allowDeselect={false}
      />
      <div className={styles.pair}>
        <TextSetting name="integer_format" label={t`Integer format`} {...at} />
        <TextSetting name="float_format" label={t`Float format`} {...at} />
      </div>
      <div className={styles.pair}>
        <TextSetting name="thousands_separator" label={t`Thousands separator`} {...at} />
        <TextSetting name="decimal_separator" label={t`Decimal separator`} {...at} />
      </div>
      <TextSetting
        name="null_value"
        label={t`Missing values`}
        description={t`Shown for NULL. Leave “null” to show a dash.`}
        {...at}
      />
    </Section>
  )
}

/** Features that can be switched on or off. */
export function FeatureFields(at: SettingsFieldsProps) {
  return (
    <Section title={t`Features`}>
      <SwitchSetting
        name="feature_show_permissions_control"
        label={t`Permissions control`}
        description={t`Owners can let others edit individual queries and dashboards.`}
        {...at}
      />
      <SwitchSetting
        name="send_email_on_failed_scheduled_queries"
        label={t`Failure emails`}
        description={t`Owners get an email when their scheduled queries fail, at most one per hour.`}
        {...at}
      />
      <SwitchSetting
        name="multi_byte_search_enabled"
        label={t`Match partial words`}
        description={t`Finds queries by any part of their name or description, for languages without spaces such as Chinese or Japanese. Slower with many queries.`}
        {...at}
      />
      <SwitchSetting
        name="disable_public_urls"
        label={t`Disable public dashboards`}
        description={t`Turns off public sharing. Existing links stop working.`}
        {...at}
      />
      <SwitchSetting
        name="share_new_data_sources"
        label={t`Share new data sources with everyone`}
        description={t`New data sources are shared with the default group unless an admin chooses other groups. If this is off, only admins can use a new data source until they share it.`}
        {...at}
      />
      <DaysSetting
        name="max_api_key_days"
        label={t`Longest lifetime of API keys`}
        description={t`In days, for new keys with scopes. Empty: keys need not expire.`}
        max={MAX_API_KEY_DAYS}
        {...at}
      />
      <SwitchSetting
        name="beacon_consent"
        label={t`Usage reports`}
        description={t`Only stores your choice. Sightline does not send usage data.`}
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
    <Section title={t`Sign-in`} help="authentication-options">
      <SwitchSetting
        name="auth_password_login_enabled"
        label={t`Password login`}
        description={
          canDisablePasswords
            ? t`When this is off, everyone signs in with another method. Test the other methods first. If they all fail, the operator can turn passwords back on with the admin CLI, by “enable-password-login”.`
            : t`Can be turned off once another sign-in method is set up, such as Google, OpenID Connect, SAML or LDAP.`
        }
        disabled={!canDisablePasswords}
        {...at}
      />
      <SwitchSetting
        name="require_second_factor"
        label={t`Require a second factor for password accounts`}
        description={t`People without one set up an authenticator app when they next sign in with their password. Sessions that are open go on. API keys and other sign-in methods do not ask for it.`}
        {...at}
      />
      <TagsInput
        label={t`Google domains`}
        description={t`Users who sign in with Google and an email address in one of these domains get an account. Press Enter to add a domain.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={settings.auth_google_apps_domains}
        onChange={(auth_google_apps_domains) => onChange({ auth_google_apps_domains })}
        acceptValueOnBlur
        // There are no suggestions.
        comboboxProps={{ disabled: true }}
      />
      <SwitchSetting
        name="auth_saml_enabled"
        label={t`SAML`}
        description={t`Users sign in through the identity provider of your organization.`}
        {...at}
      />
      {settings.auth_saml_enabled && <SamlFields {...at} />}
    </Section>
  )
}

/** Groups that users get from the identity provider at sign-in. */
export function SignInGroupFields(at: SettingsFieldsProps) {
  return (
    <Section title={t`Groups at sign-in`}>
      <TextSetting
        name="auth_oidc_groups_claim"
        label={t`OpenID Connect claim with the groups`}
        description={t`For example groups. Leave empty if the provider sends no groups: then they stay as they are.`}
        {...at}
      />
      <TextSetting
        name="auth_saml_groups_attribute"
        label={t`SAML attribute with the groups`}
        description={t`For example memberOf.`}
        {...at}
      />
      <TextSetting
        name="auth_ldap_groups_attribute"
        label={t`LDAP attribute with the groups`}
        description={t`For example memberOf.`}
        {...at}
      />
      <GroupMappings />
    </Section>
  )
}

/** How an identity provider manages users and groups. */
export function ProvisioningFields() {
  return (
    <Section title={t`Provisioning`}>
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
        label={t`Metadata URL`}
        type="url"
        {...at}
        {...(isSetUp ? {} : { description: t`Required before anyone can sign in with SAML.` })}
      />
      <TextSetting name="auth_saml_entity_id" label={t`Entity ID`} {...at} />
      <TextSetting name="auth_saml_nameid_format" label={t`NameID format`} {...at} />
    </div>
  )
}
