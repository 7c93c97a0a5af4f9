module shutterpost.example/go

go 1.19
