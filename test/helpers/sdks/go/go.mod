module story

go 1.19

require shutterpost.example/go v0.0.0

replace shutterpost.example/go => ../../../../packages/go
