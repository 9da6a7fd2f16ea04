import './platform/module-resolution.ts'

// Imported dynamically: static imports would be resolved before the hook above is registered.
await import('./startup.ts')
