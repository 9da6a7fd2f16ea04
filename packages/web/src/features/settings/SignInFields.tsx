import { Checkbox, TagsInput, TextInput } from '@mantine/core'
import styles from './OrganizationPage.module.css'
import type { SettingsFieldsProps } from './OrganizationPage.tsx'
import { Section } from './Section.tsx'

interface SignInFieldsProps extends SettingsFieldsProps {
  mayGoWithoutPasswords: boolean
}

/** How people come in. */
export function SignInFields({ settings, onChange, mayGoWithoutPasswords }: SignInFieldsProps) {
  return (
    <Section title="Signing In">
      <Checkbox
        label="Password login"
        description={
          mayGoWithoutPasswords
            ? 'Switched off, everybody signs in by one of the other ways.'
            : 'It stays on as long as there is no other way in, such as Google, OpenID Connect, SAML or LDAP.'
        }
        checked={settings.auth_password_login_enabled}
        disabled={!mayGoWithoutPasswords}
        onChange={(event) => onChange({ auth_password_login_enabled: event.currentTarget.checked })}
      />
      <TagsInput
        label="Google domains"
        description="Whoever signs in with Google and an address in one of these domains gets an account. Enter adds a domain."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={settings.auth_google_apps_domains}
        onChange={(auth_google_apps_domains) => onChange({ auth_google_apps_domains })}
        acceptValueOnBlur
        // There is nothing to choose from.
        comboboxProps={{ disabled: true }}
      />
      <Checkbox
        label="SAML"
        description="People sign in at the identity provider of your organization."
        checked={settings.auth_saml_enabled}
        onChange={(event) => onChange({ auth_saml_enabled: event.currentTarget.checked })}
      />
      {settings.auth_saml_enabled && <SamlFields settings={settings} onChange={onChange} />}
    </Section>
  )
}

function SamlFields({ settings, onChange }: SettingsFieldsProps) {
  return (
    <div className={styles.details}>
      <TextInput
        label="Metadata URL"
        type="url"
        value={settings.auth_saml_metadata_url}
        onChange={(event) => onChange({ auth_saml_metadata_url: event.currentTarget.value })}
      />
      <TextInput
        label="Entity ID"
        value={settings.auth_saml_entity_id}
        onChange={(event) => onChange({ auth_saml_entity_id: event.currentTarget.value })}
      />
      <TextInput
        label="NameID format"
        value={settings.auth_saml_nameid_format}
        onChange={(event) => onChange({ auth_saml_nameid_format: event.currentTarget.value })}
      />
    </div>
  )
}
