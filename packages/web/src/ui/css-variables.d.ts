import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Custom properties that a style sheet beside the component reads. */
    [name: `--${string}`]: string | number | undefined
  }
}
