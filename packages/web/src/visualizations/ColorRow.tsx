import { ColorField } from './ColorField.tsx'
import styles from './ColorRow.module.css'

interface ColorRowProps {
  /** The marks that have the colour. */
  name: string
  /** The stored colour; null or undefined for the automatic one. */
  value: string | null | undefined
  /** The stored value of the automatic colour. */
  automatic: string
  onChange(value: string | null): void
}

/** A name with the colour that its marks have. */
export const ColorRow = ({ name, value, automatic, onChange }: ColorRowProps) => (
  <div className={styles.row}>
    <span className={styles.name}>{name}</span>
    <ColorField label={name} value={value ?? null} automatic={automatic} onChange={onChange} />
  </div>
)
