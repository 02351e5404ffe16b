//! Competition rules around the board, evaluated from an edition's competition.yaml.
