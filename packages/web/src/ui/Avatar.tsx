import styles from './Avatar.module.css'

interface AvatarProps {
  /** Decides the hue: the same person has the same colour everywhere. */
  id: number
  name: string
  size?: 'xs' | 'sm' | 'md' | 'lg'
}

/**
 * The initials of a person on a colour of their own. Decoration, drawn by the style sheet so that they are no text of the page:
 * the name stands beside it or in its title.
 */
export function Avatar({ id, name, size = 'sm' }: AvatarProps) {
  return (
    <span
      className={styles.avatar}
      data-size={size}
      data-initials={initialsOf(name)}
      style={{ '--hue': hueOf(id) }}
      title={name}
      aria-hidden
    />
  )
}

/** Neighbouring ids get hues far apart: steps of the golden angle. */
const hueOf = (id: number) => Math.round((id * 137.508 + 20) % 360)

/** First letters of the first and the last word: `Mara Okafor` is MO. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
