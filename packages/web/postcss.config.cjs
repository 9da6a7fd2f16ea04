// The mixins and functions of the control library, such as `light-dark()` and `@mixin hover`.
module.exports = { plugins: { 'postcss-preset-mantine': {} } }
